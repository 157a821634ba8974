import pytest

from firmware.errors import StoreCorruptError, StoreError, StoreFullError, StoreReadOnlyError
from firmware.log.record import Record
from scoring.dice import Face
from scoring.events import GameBegan, ThrowMade
from tests.doubles.store import DiskFault, MemoryStore

BEGAN = Record(GameBegan(players=("Manfred", "Ewald"), beginner=0))
THROWN = Record(ThrowMade((Face.ACE,) * 5))


def test_the_newest_game_is_given_back_oldest_record_first():
    store = MemoryStore([BEGAN, THROWN])
    store.append(BEGAN)
    assert store.current_game() == (BEGAN,)
    store.append(THROWN)
    assert store.current_game() == (BEGAN, THROWN)


def test_an_empty_store_has_no_game():
    assert MemoryStore().current_game() == ()


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (DiskFault.FULL, StoreFullError),
        (DiskFault.READ_ONLY, StoreReadOnlyError),
        (DiskFault.BROKEN, StoreError),
        (DiskFault.CORRUPT, StoreCorruptError),
    ],
)
def test_while_the_disk_has_a_fault_nothing_is_saved_and_afterwards_all_is(fault: DiskFault, error: type[StoreError]):
    store = MemoryStore([BEGAN])
    store.fault = fault
    with pytest.raises(error) as raised:
        store.append(THROWN)
    assert type(raised.value) is error
    store.fault = None
    assert store.current_game() == (BEGAN,)
    store.append(THROWN)
    assert store.current_game() == (BEGAN, THROWN)


@pytest.mark.parametrize("fault", [DiskFault.FULL, DiskFault.READ_ONLY, DiskFault.BROKEN])
def test_a_disk_that_cannot_be_written_can_be_read(fault: DiskFault):
    store = MemoryStore([BEGAN])
    store.fault = fault
    assert store.current_game() == (BEGAN,)


def test_a_damaged_file_cannot_be_read():
    store = MemoryStore([BEGAN])
    store.fault = DiskFault.CORRUPT
    with pytest.raises(StoreCorruptError):
        store.current_game()


def test_a_closed_store_saves_nothing():
    store = MemoryStore()
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.append(BEGAN)
