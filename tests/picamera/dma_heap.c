/* For tests: dma-buf memory where the kernel has none.
 *
 * libcamera's virtual camera and picamera2 take their picture buffers from a dma heap, which few kernels but a Pi's
 * have. Preloaded, this answers the three things they do with one, open, allocate and synchronise, with memory files.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096UL

static int memory(unsigned long bytes)
{
	int file = memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (file >= 0 && ftruncate(file, (bytes + PAGE - 1) / PAGE * PAGE) != 0) {
		close(file);
		return -1;
	}
	return file;
}

static int stands_in_for(const char *path)
{
	return path && (strncmp(path, "/dev/dma_heap/", 14) == 0 || strcmp(path, "/dev/udmabuf") == 0);
}

static int opened(const char *symbol, const char *path, int flags, int mode)
{
	int (*next)(const char *, int, ...);

	if (stands_in_for(path))
		return memory(0);
	next = dlsym(RTLD_NEXT, symbol);
	return next(path, flags, mode);
}

static int mode_of(int flags, va_list rest)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
}

int open(const char *path, int flags, ...)
{
	va_list rest;
	int mode;

	va_start(rest, flags);
	mode = mode_of(flags, rest);
	va_end(rest);
	return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list rest;
	int mode;

	va_start(rest, flags);
	mode = mode_of(flags, rest);
	va_end(rest);
	return opened("open64", path, flags, mode);
}

int ioctl(int file, unsigned long request, ...)
{
	int (*next)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
	va_list rest;
	void *argument;
	int answer;

	va_start(rest, request);
	argument = va_arg(rest, void *);
	va_end(rest);
	if (request == DMA_HEAP_IOCTL_ALLOC) {
		struct dma_heap_allocation_data *wanted = argument;
		int allocated = memory(wanted->len);

		wanted->fd = (unsigned int)allocated;
		return allocated < 0 ? -1 : 0;
	}
	if (request == UDMABUF_CREATE) /* a memory file is to become a dma-buf: it does as it is */
		return fcntl(((struct udmabuf_create *)argument)->memfd, F_DUPFD_CLOEXEC, 0);
	answer = next(file, request, argument);
	if (answer < 0 && errno == ENOTTY && _IOC_TYPE(request) == DMA_BUF_BASE)
		return 0; /* a name, or the begin and end of an access: nothing to do for plain memory */
	return answer;
}
