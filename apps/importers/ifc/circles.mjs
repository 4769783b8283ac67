// References that form a circle, where web-ifc would follow them without an end or to no sense: placements relative to
// one another, operands of booleans, items of representations.

const kinds = [
  'IFCOBJECTPLACEMENT', 'IFCBOOLEANRESULT', 'IFCCSGSOLID', 'IFCMAPPEDITEM', 'IFCREPRESENTATIONMAP', 'IFCREPRESENTATION',
];

// The number of a line that leads back to itself; nothing if there is none.
export function lineInCircle(api, model, ifc) {
  const next = new Map();
  for (const kind of kinds) {
    const found = ifc[kind] === undefined ? undefined : api.GetLineIDsWithType(model, ifc[kind], true);
    for (let i = 0; i < (found?.size() ?? 0); ++i) next.set(found.get(i), undefined);
  }
  const open = new Set(), done = new Set();
  for (const start of next.keys()) {
    // The lines on the way, each with those that it refers to and that were not looked at yet.
    const way = done.has(start) ? [] : [[start, referencesOf(api, model, start, next)]];
    if (way.length > 0) open.add(start);
    while (way.length > 0) {
      const [line, left] = way.at(-1);
      const to = left.pop();
      if (to === undefined) {
        open.delete(line);
        done.add(line);
        way.pop();
      } else if (open.has(to)) {
        return to;
      } else if (!done.has(to)) {
        open.add(to);
        way.push([to, referencesOf(api, model, to, next)]);
      }
    }
  }
  return undefined;
}

// Those of the kinds that are asked about.
function referencesOf(api, model, line, known) {
  let values;
  try {
    values = api.GetRawLineData(model, line)?.arguments ?? [];
  } catch {
    return [];  // what cannot be read leads nowhere
  }
  const found = [];
  const left = [values];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) left.push(...value.slice(0, 1e5));
    else if (value?.type === 5 && known.has(value.value)) found.push(value.value);
  }
  return found;
}
