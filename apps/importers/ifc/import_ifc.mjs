// Reads IFC files with web-ifc, for the program graze-import-ifc, which starts Node with this file.
//
//   node import_ifc.mjs ADDON DEFLECTION ANGLE SPACES
//
// The file is standard input; the stream goes to standard output. Nothing of the file is read before the sandbox is
// entered.
import fs from 'node:fs';
import {createRequire} from 'node:module';
import zlib from 'node:zlib';

import {Building} from './building.mjs';
import {lineInCircle} from './circles.mjs';
import {PlacedMeshes} from './placed_meshes.mjs';
import {noNode, StreamWriter} from './stream_writer.mjs';

const require = createRequire(import.meta.url);
const answers = 3;  // the descriptor
const fewestSegments = 16, mostSegments = 64;

class ImportError extends Error {
  constructor(problem, mend = '') {
    super(problem);
    this.mend = mend;
  }
}

// Kinds of products that are no things: they take part only if that is asked for.
const notThings = [
  'IFCSPATIALELEMENT', 'IFCSPATIALSTRUCTUREELEMENT', 'IFCFEATUREELEMENTSUBTRACTION', 'IFCOPENINGELEMENT', 'IFCVIRTUALELEMENT',
  'IFCGRID', 'IFCANNOTATION', 'IFCPORT', 'IFCSTRUCTURALITEM', 'IFCSTRUCTURALACTIVITY', 'IFCPOSITIONINGELEMENT',
];

function readInput() {
  const size = fs.fstatSync(0).size;
  const content = Buffer.alloc(size);
  for (let done = 0; done < size; ) {
    const n = fs.readSync(0, content, done, Math.min(size - done, 1 << 28), done);
    if (n === 0) break;
    done += n;
  }
  return content;
}

// The IFC file in an archive (.ifczip): the first in its list whose name ends so. Not more is unpacked than 200 times the
// archive or 64 MB, whatever sizes it states.
function unzipped(archive) {
  const broken = () => new ImportError('its zip archive cannot be read', 'unpack it, and read what is in it');
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > archive.length) throw broken();
  let entry = archive.readUInt32LE(end + 16);
  for (let i = archive.readUInt16LE(end + 10); i > 0; --i) {
    if (entry + 46 > archive.length || archive.readUInt32LE(entry) !== 0x02014b50) throw broken();
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(entry + offset));
    if (/\.ifc$/i.test(archive.toString('latin1', entry + 46, entry + 46 + name))) break;
    entry += 46 + name + extra + comment;
    if (i === 1) throw new ImportError('its zip archive has no file .ifc in it', 'pack one into it');
  }
  const method = archive.readUInt16LE(entry + 10), size = archive.readUInt32LE(entry + 20);
  const local = archive.readUInt32LE(entry + 42);
  if (local + 30 > archive.length) throw broken();
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + size);
  if (method === 0) return packed;
  if (method !== 8) throw broken();
  const most = Math.max(200 * archive.length, 64 << 20);
  try {
    return zlib.inflateRawSync(packed, {maxOutputLength: most});
  } catch (error) {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw new ImportError('unpacks to more than 200 times its size', 'unpack it, and read what is in it');
    throw broken();
  }
}

function checkHead(content) {
  const head = content.subarray(0, 1 << 16).toString('latin1');
  if (!head.trimStart().startsWith('ISO-10303-21'))
    throw new ImportError('is no IFC file: it does not start with ISO-10303-21', 'export it as IFC (STEP physical file)');
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']{1,40})'/i.exec(head)?.[1] ?? '';
  if (!/^IFC/i.test(schema)) throw new ImportError(`is no IFC file: its schema is "${schema}"`, 'export it as IFC4');
  return schema.toUpperCase();
}

// web-ifc reads what there is of a file that was cut off.
function checkEnd(content) {
  if (!content.subarray(-(1 << 16)).toString('latin1').includes('END-ISO-10303-21'))
    throw new ImportError('is cut off: it does not end with END-ISO-10303-21', 'get the whole file');
}

// As many corners of a circle as keep its chords within the deflection.
function segmentsFor(radius, deflection) {
  if (!(radius > deflection)) return fewestSegments;
  return Math.min(Math.max(Math.ceil(Math.PI / Math.acos(1 - deflection / radius)), fewestSegments), 1e6);
}

// How far the chords of a circle are from it.
function chordError(radius, segments) {
  return radius * (1 - Math.cos(Math.PI / segments));
}

function radiiOf(api, model, ifc) {
  const radii = [];
  for (const [type, field] of [['IFCCIRCLE', 'Radius'], ['IFCCIRCLEPROFILEDEF', 'Radius'], ['IFCSWEPTDISKSOLID', 'Radius'],
                               ['IFCELLIPSE', 'SemiAxis1'], ['IFCELLIPSEPROFILEDEF', 'SemiAxis1']]) {
    const found = api.GetLineIDsWithType(model, ifc[type], true);
    for (let i = 0; i < found.size(); ++i) {
      const radius = Number(api.GetLine(model, found.get(i))?.[field]?.value);
      if (radius > 0) radii.push(radius);
    }
  }
  return radii;
}

async function run(writer, options) {
  const ifc = require('./web-ifc-api-node.js');
  const api = new ifc.IfcAPI();
  await api.Init(undefined, true);
  api.SetLogLevel(ifc.LogLevel.LOG_LEVEL_OFF);

  const addon = {exports: {}};
  process.dlopen(addon, options.addon);  // enters the sandbox, or throws
  if (fs.readSync(answers, Buffer.alloc(1)) !== 1) process.exit(2);  // the library is gone

  const input = readInput();
  const content = input.subarray(0, 2).toString('latin1') === 'PK' ? unzipped(input) : input;
  const schema = checkHead(content);
  checkEnd(content);
  const open = (segments) => {
    const model = api.OpenModel(content, {CIRCLE_SEGMENTS: segments, COORDINATE_TO_ORIGIN: false});
    if (model < 0) throw new ImportError(`web-ifc cannot read its schema ${schema}`, 'export it as IFC2X3, IFC4 or IFC4X3');
    return model;
  };
  // The largest circle decides; it is known only once the file was looked through.
  let segments = fewestSegments;
  let model = open(segments);
  const circle = lineInCircle(api, model, ifc);
  if (circle !== undefined) throw new ImportError(`its line #${circle} refers to itself, perhaps through others`, 'export it again');
  const metres = new Building(api, model, ifc).metresPerUnit();
  const deflection = options.deflection > 0 ? options.deflection : 1e-4;
  const radii = radiiOf(api, model, ifc).map((radius) => radius * metres);
  const wanted = radii.map((radius) => segmentsFor(radius, deflection));
  const byAngle = Math.ceil(2 * Math.PI / options.angle);
  const most = options.deflection > 0 ? 4 * mostSegments : mostSegments;
  segments = Math.min(wanted.reduce((a, b) => Math.max(a, b), Math.max(byAngle, fewestSegments)), most);
  if (segments > fewestSegments && wanted.length > 0) {
    api.CloseModel(model);
    model = open(segments);
  }
  const building = new Building(api, model, ifc);
  writer.header(`ifc (${schema}, by web-ifc)`, true, metres, 'z');

  const things = new Set(building.ids(ifc.IFCPRODUCT));
  const leftOut = new Map();
  if (!options.spaces) {
    for (const name of notThings) {
      for (const id of ifc[name] === undefined ? [] : building.ids(ifc[name]))
        if (things.delete(id)) leftOut.set(id, building.typeName(id));
    }
  }
  const meshes = new PlacedMeshes(api, model, writer);
  const nodes = new Map();
  const nodeOf = (names) => {
    let node = noNode;
    let key = '';
    for (const name of names.slice(0, -1)) {
      key += '\0' + name;
      if (!nodes.has(key)) nodes.set(key, writer.node(node, name));
      node = nodes.get(key);
    }
    return writer.node(node, names.at(-1));
  };
  let done = 0;
  for (const id of things) {
    if (++done % 64 === 0) writer.progress(done, things.size);
    const placed = meshes.of(id, building.isCut(id));
    if (placed === undefined) continue;
    writer.part(nodeOf(building.path(id)), placed.mesh, placed.matrix);
    for (const [name, value] of building.attributes(id)) writer.attribute(name, value);
  }
  const counts = new Map();
  for (const type of leftOut.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
  for (const [type, count] of [...counts].sort())
    if (!/^Ifc(Site|Building|BuildingStorey|Facility|FacilityPart\w*|Bridge|Road|Railway|MarineFacility\w*|\w*Port)$/.test(type))
      writer.skipped(`${type} (no part in clashes unless asked for)`, count);
  const coarse = wanted.filter((n) => n > segments).length;
  const error = 1000 * chordError(radii.reduce((a, b) => Math.max(a, b), 0), segments);
  writer.skipped(`circles coarser than the deflection: of ${segments} corners, up to ${Number(error.toPrecision(2))} mm off`, coarse);
  writer.skipped('products whose shape web-ifc cannot make', meshes.failed);
}

const [, , addon, deflection, angle, spaces] = process.argv;
const writer = new StreamWriter(1);
try {
  await run(writer, {addon, deflection: Number(deflection), angle: Number(angle), spaces: spaces === '1'});
  writer.end();
} catch (error) {
  if (error instanceof ImportError) writer.error(error.message, error.mend);
  else writer.error(`web-ifc gave up on it: ${String(error?.message ?? error).split('\n')[0].slice(0, 200)}`, '');
}
process.exit(0);
