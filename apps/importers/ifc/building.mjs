// What an IFC file says of its products: where they belong, what they are called, what else is known of them.
// The file is a stranger's: a value may be missing or of another kind anywhere, and references may form circles.

const deepest = 100;  // of products in products
const longestText = 1000;

export class Building {
  #api;
  #model;
  #ifc;
  #lines = new Map();
  #within = new Map();     // what a product is a piece of, or contained in
  #typeOf = new Map();
  #setsOf = new Map();     // property sets by product or type
  #cut = new Set();        // products with openings or projections

  // `ifc` holds the numbers of entity types.
  constructor(api, model, ifc) {
    this.#api = api;
    this.#model = model;
    this.#ifc = ifc;
    this.#relate(ifc.IFCRELCONTAINEDINSPATIALSTRUCTURE, 'RelatedElements', 'RelatingStructure', this.#within);
    this.#relate(ifc.IFCRELAGGREGATES, 'RelatedObjects', 'RelatingObject', this.#within);
    this.#relate(ifc.IFCRELNESTS, 'RelatedObjects', 'RelatingObject', this.#within);
    this.#relate(ifc.IFCRELDEFINESBYTYPE, 'RelatedObjects', 'RelatingType', this.#typeOf);
    this.#relateSets();
    for (const [type, field] of [[ifc.IFCRELVOIDSELEMENT, 'RelatingBuildingElement'], [ifc.IFCRELPROJECTSELEMENT, 'RelatingElement']])
      for (const id of this.ids(type)) this.#cut.add(reference(this.#line(id)?.[field]));
    this.buildings = this.#api.GetLineIDsWithType(model, ifc.IFCBUILDING, true).size();
  }

  ids(type) {
    const found = this.#api.GetLineIDsWithType(this.#model, type, true);
    return Array.from({length: found.size()}, (_, i) => found.get(i));
  }

  typeName(id) {  // of the entity: "IfcWall"
    return this.#api.GetNameFromTypeCode(this.#api.GetLineType(this.#model, id)) || 'IfcProduct';
  }

  // Metres in a unit of length of the file.
  metresPerUnit() {
    for (const project of this.ids(this.#ifc.IFCPROJECT)) {
      const units = this.#line(reference(this.#line(project)?.UnitsInContext));
      for (const unit of list(units?.Units)) {
        const metres = this.#metresIn(this.#line(reference(unit)), 0);
        if (metres > 0) return metres;
      }
    }
    return 1;
  }

  // The names from the outermost down to the product's own.
  path(id) {
    const names = [this.#label(id)];
    let place = id;
    for (let i = 0; i < deepest && this.#within.has(place); ++i) {
      place = this.#within.get(place);
      if (this.#isA(place, 'IFCSPATIALELEMENT', 'IFCSPATIALSTRUCTUREELEMENT')) break;
      if (!this.#isA(place, 'IFCPRODUCT')) return names;
      names.unshift(this.#label(place));
    }
    const storey = this.#around(id, 'IFCBUILDINGSTOREY');
    const level = storey ?? this.#around(id, 'IFCFACILITYPART') ?? this.#around(id, 'IFCBUILDING');
    if (level !== undefined && level !== id) names.unshift(this.#label(level));
    const house = this.buildings > 1 ? this.#around(id, 'IFCBUILDING') : undefined;
    if (house !== undefined && house !== level && house !== id) names.unshift(this.#label(house));
    return names;
  }

  // Whether the product, or what it is a piece of, has a shape that openings or projections change.
  isCut(id) {
    let place = id;
    for (let i = 0; i < deepest && place !== undefined; ++i) {
      if (this.#cut.has(place)) return true;
      place = this.#within.get(place);
    }
    return false;
  }

  // Pairs of name and value.
  attributes(id) {
    const line = this.#line(id);
    const found = [];
    const add = (name, value) => {
      if (value !== '') found.push([name, value]);
    };
    add('GlobalId', text(line?.GlobalId));
    add('type', this.typeName(id));
    add('name', text(line?.Name));
    add('type name', this.#nameOfType(id));
    add('tag', text(line?.Tag));
    const storey = this.#around(id, 'IFCBUILDINGSTOREY');
    if (storey !== undefined) add('storey', this.#label(storey));
    for (const [name, value] of this.#properties(id)) add(name, value);
    return found;
  }

  #line(id) {
    if (id === undefined) return undefined;
    if (!this.#lines.has(id)) {
      let line;
      try {
        line = this.#api.GetLine(this.#model, id) ?? undefined;
      } catch {
        line = undefined;  // what cannot be read says nothing
      }
      this.#lines.set(id, line);
    }
    return this.#lines.get(id);
  }

  #relate(type, from, to, relation) {
    for (const id of this.ids(type)) {
      const line = this.#line(id);
      const target = reference(line?.[to]);
      if (target === undefined) continue;
      for (const item of list(line?.[from])) {
        const source = reference(item);
        if (source !== undefined && !relation.has(source)) relation.set(source, target);
      }
    }
  }

  #relateSets() {
    for (const id of this.ids(this.#ifc.IFCRELDEFINESBYPROPERTIES)) {
      const line = this.#line(id);
      const sets = [line?.RelatingPropertyDefinition].flat().map(reference).filter((s) => s !== undefined);
      for (const item of list(line?.RelatedObjects)) {
        const source = reference(item);
        if (source !== undefined) this.#setsOf.set(source, (this.#setsOf.get(source) ?? []).concat(sets));
      }
    }
  }

  // Those of the product before those of its type.
  #properties(id) {
    const type = this.#typeOf.get(id);
    const sets = [...(this.#setsOf.get(id) ?? []),
                  ...list(this.#line(type)?.HasPropertySets).map(reference).filter((s) => s !== undefined)];
    const found = new Map();
    for (const set of sets) {
      const line = this.#line(set);
      const name = text(line?.Name);
      for (const item of list(line?.HasProperties)) {
        const property = this.#line(reference(item));
        const value = text(property?.NominalValue);
        const key = name + '.' + text(property?.Name);
        if (value !== '' && !found.has(key) && found.size < 500) found.set(key, value);
      }
    }
    return found;
  }

  #isA(id, ...types) {
    const own = this.#api.GetLineType(this.#model, id);
    return types.some((name) => this.#idsOf(name).has(id) || own === this.#ifc[name]);
  }

  #idSets = new Map();
  #idsOf(name) {
    if (!this.#idSets.has(name))
      this.#idSets.set(name, new Set(this.#ifc[name] === undefined ? [] : this.ids(this.#ifc[name])));
    return this.#idSets.get(name);
  }

  // The nearest of that type that the product is in.
  #around(id, type) {
    let place = id;
    for (let i = 0; i < deepest; ++i) {
      if (this.#idsOf(type).has(place)) return place;
      place = this.#within.get(place);
      if (place === undefined) return undefined;
    }
    return undefined;
  }

  #nameOfType(id) {
    return text(this.#line(this.#typeOf.get(id))?.Name) || text(this.#line(id)?.ObjectType);
  }

  // What people call it: not by a number that only programs know.
  #label(id) {
    const line = this.#line(id);
    const name = text(line?.Name) || text(line?.LongName);
    const isId = /^[0-9A-Za-z_$]{22}$|^[0-9a-fA-F-]{32,38}$/.test(name);
    return (isId ? '' : name) || this.#nameOfType(id) || this.typeName(id).replace(/^Ifc/, '');
  }

  #metresIn(unit, depth) {
    if (depth > 4 || text(unit?.UnitType) !== 'LENGTHUNIT') return 0;
    if (text(unit.Name) === 'METRE' && unit.ConversionFactor === undefined)
      return prefixes[text(unit.Prefix)] ?? 0;
    const factor = this.#line(reference(unit.ConversionFactor));
    const value = Number(text(factor?.ValueComponent));
    return value * this.#metresIn(this.#line(reference(factor?.UnitComponent)), depth + 1);
  }
}

const prefixes = {
  '': 1, EXA: 1e18, PETA: 1e15, TERA: 1e12, GIGA: 1e9, MEGA: 1e6, KILO: 1e3, HECTO: 1e2, DECA: 10, DECI: 0.1,
  CENTI: 0.01, MILLI: 0.001, MICRO: 1e-6, NANO: 1e-9, PICO: 1e-12, FEMTO: 1e-15, ATTO: 1e-18,
};

function reference(value) {
  return Number.isInteger(value?.value) && value.type === 5 ? value.value : undefined;
}

function list(value) {
  return Array.isArray(value) ? value : [];
}

// Labels, enumerations and numbers as people write them; nothing for what has no such value.
function text(value) {
  let v = value;
  for (let i = 0; i < 3 && v !== null && typeof v === 'object'; ++i) v = v._representationValue ?? v.value ?? v._internalValue;
  if (v === null || v === undefined || typeof v === 'object') return '';
  return String(v).trim().slice(0, longestText);
}
