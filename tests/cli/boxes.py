"""OBJ files of boxes, which are what parts are in tests about clashes."""


def box(name, lower, upper, first):
    """An object with eight vertices, numbered from `first`."""
    text = f"o {name}\n"
    for z in (lower[2], upper[2]):
        for y in (lower[1], upper[1]):
            for x in (lower[0], upper[0]):
                text += f"v {x} {y} {z}\n"
    for corners in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
        text += "f " + " ".join(str(first + c) for c in corners) + "\n"
    return text


def boxes(*named):
    return "".join(box(name, lower, upper, 8 * i + 1) for i, (name, lower, upper) in enumerate(named))
