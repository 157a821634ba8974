(seldom) => ["dialog[open]", "#dial", "#game"].map((place) =>
    [...document.querySelectorAll(`${place} button:enabled`)].map((button) => {
        const box = button.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        return {x, y, isSeldom: button.matches(seldom),
            isThere: button.contains(document.elementFromPoint(x, y))};
    }).filter(({isThere}) => isThere)
).find((found) => found.length) ?? []
