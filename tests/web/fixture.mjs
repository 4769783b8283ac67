// Reports to test the page with: a little machine whose clashes are known by hand, and a long list.
import { along, at, box, boxOf, cylinder, Packer, sheet } from "./solids.mjs";
import { plainPng } from "./png.mjs";

export const evilName = `</script><img src=x onerror="window.pwned = 1"><b>bold`;
export const unicodeName = "机器/шестерня/ß-ø 🛠";
export const formulaName = `=HYPERLINK("http://example.invalid","x")`;

function finding(id, kind, [a, part_a], [b, part_b], more = {}) {
    return {
        id,
        kind,
        a,
        b,
        part_a,
        part_b,
        relation: kind === "clash" ? "overlapping" : "apart",
        as_surfaces: false,
        point: [0, 0, 0],
        depth: null,
        volume: null,
        distance: null,
        wanted_clearance: null,
        allowed: null,
        status: null,
        regions: [],
        ...more,
    };
}

function circle(x, y, z, radius, sides = 48) {
    const points = [];
    for (let i = 0; i < sides; ++i) {
        const angle = (2 * Math.PI * i) / sides;
        points.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle), z);
    }
    return { closed: true, points };
}

class Scene {
    parts = [];
    placed = [];
    details = [];
    packer = new Packer();
    leftOut = {
        parts: 0,
        triangles: 0,
        details: 0,
        findings: 0,
        resolved: 0,
        regions: 0,
        curves: 0,
        pictures: 0,
        names: 0,
        rounded: false,
    };

    add(path, solid, pose, { closed = true, why = null, left = false, format = "u16" } = {}) {
        const part = this.parts.length;
        this.parts.push({
            path,
            file: 0,
            triangles: solid.indices.length / 3,
            closed,
            why_not_closed: why,
            hash: part.toString(16).padStart(32, "0"),
            pose,
            box: boxOf(solid, pose),
        });
        if (left) ++this.leftOut.parts;
        else this.placed.push({ part, mesh: this.packer.add(solid, format), pose });
        return [path, part];
    }

    detail(id, [, part], solid) {
        this.details.push({ finding: id, part, mesh: this.packer.add(solid), pose: this.parts[part].pose });
    }

    report(findings, pairs, more = {}) {
        const count = (kind) => findings.filter((found) => found.kind === kind && !found.allowed).length;
        return {
            clashes: {
                schema: "graze.clash/2",
                complete: true,
                metres_per_unit: 0.001,
                settings: { clearance: 2, touch: 0.05, open_parts: "surfaces" },
                files: [
                    {
                        file: "machine.glb",
                        format: "glb",
                        precision: "single",
                        parts: this.parts.length,
                        skipped: [{ what: "degenerate triangles", count: 12 }],
                    },
                ],
                parts: this.parts,
                pairs: {
                    total: (this.parts.length * (this.parts.length - 1)) / 2,
                    clash: count("clash"),
                    inside: count("inside"),
                    touch: count("touch"),
                    clearance: count("clearance"),
                    undecided: count("undecided"),
                    not_compared: 0,
                    allowed: findings.filter((found) => found.allowed).length,
                    ...pairs,
                },
                rules: { file: "machine.rules", unused: [{ line: 3, text: 'ignore "washer*"' }] },
                baseline: null,
                findings,
                run: { seconds: 1.25, threads: 2, graze: "0.1.0" },
                ...more,
            },
            pictures: {},
            geometry: {
                meshes: this.packer.meshes,
                parts: this.placed,
                details: this.details,
                up: "z",
                left_out: this.leftOut,
            },
            blob: this.packer.base64(),
        };
    }
}

/** Bolts through a plate, a shaft in a bearing, and what else a report can tell. */
export function machine({ baseline = false, complete = true } = {}) {
    const scene = new Scene();
    const plate = scene.add("machine/base plate", box([200, 120, 10]), at(0, 0, 0));
    const bolts = [
        [-85, -45],
        [85, -45],
        [85, 45],
        [-85, 45],
    ].map(([x, y], i) =>
        scene.add(`machine/bolts/bolt ${i + 1}`, cylinder(4, 30, 16), at(x, y, 20 - boltDepths[i])),
    );
    const shaft = scene.add("machine/drive/shaft", cylinder(10, 160, 48), along(0, 0, 40), { format: "f32" });
    const bearing = scene.add("machine/drive/bearing", box([30, 50, 50]), at(-50, 0, 30));
    const block = scene.add("machine/block", box([40, 40, 40]), at(60, 35, 25));
    const sensor = scene.add("machine/sensor", cylinder(5, 12, 24), at(60, 35, 25));
    const cover = scene.add("machine/cover", box([44, 44, 3]), at(60, 35, 47.7));
    const evil = scene.add(evilName, box([20, 20, 20]), at(-10, -40, 13));
    const unicode = scene.add(unicodeName, box([16, 16, 16]), at(-10, 40, 12));
    const formula = scene.add(formulaName, box([12, 12, 30]), at(30, -40, 19.5));
    const open = scene.add("machine/sheet", sheet(60, 30), at(-50, 0, 70), {
        closed: false,
        why: "edge 0-1 belongs to one triangle",
    });
    const absent = scene.add("machine/far away", box([10, 10, 10]), at(0, 40, 13), { left: true });
    scene.leftOut.triangles = 1234;
    const status = (word) => (baseline ? word : null);

    const findings = [
        ...bolts.map((bolt, i) =>
            boltInPlate(scene, plate, bolt, i, status(i === 0 ? "new" : i === 1 ? "changed" : "same")),
        ),
        finding("5af70001", "clash", shaft, bearing, {
            point: [-50, 0, 30],
            depth: { value: 15, at_most: 15.1 },
            volume: { value: 9424.8, error: 0.4 },
            status: status("same"),
            allowed: { line: 4, depth: 16 },
            regions: [
                {
                    box: [-65, -10, 30, -35, 10, 50],
                    depth: { value: 15, at_most: 15.1 },
                    point: [-50, 0, 30],
                    nearest: [-35, 0, 30],
                    volume: { value: 9424.8, error: 0.4 },
                    curves: [],
                },
            ],
        }),
        finding("e7110001", "clash", [evil[0], evil[1]], plate, {
            point: [-10, -40, 4],
            depth: { value: 2, at_most: 2 },
            volume: { value: 800, error: 0 },
            status: status("same"),
            regions: [
                {
                    box: [-20, -50, 3, 0, -30, 5],
                    depth: { value: 2, at_most: 2 },
                    point: [-10, -40, 3],
                    nearest: [-10, -40, 5],
                    volume: { value: 800, error: 0 },
                    curves: [],
                },
            ],
        }),
        finding("1a51de01", "inside", sensor, block, {
            relation: "a_in_b",
            point: [60, 35, 25],
            depth: { value: 16.464, at_most: 16.5 },
            volume: { value: 942.5, error: 0.1 },
            distance: { value: 14, point_a: [60, 35, 31], point_b: [60, 35, 45] },
            status: status("same"),
        }),
        finding("70c40001", "touch", block, plate, {
            relation: "touching",
            point: [60, 35, 5],
            status: status("same"),
            distance: { value: 0, point_a: [60, 35, 5], point_b: [60, 35, 5] },
        }),
        finding("70c40002", "touch", unicode, plate, {
            relation: "touching",
            point: [-10, 40, 4.5],
            status: status("same"),
        }),
        finding("c1ea0001", "clearance", cover, block, {
            point: [60, 35, 45.6],
            wanted_clearance: 2,
            status: status("new"),
            distance: { value: 1.2, point_a: [60, 35, 46.2], point_b: [60, 35, 45] },
        }),
        finding("c1ea0002", "clearance", formula, plate, {
            point: [30, -40, 4.75],
            wanted_clearance: 2,
            status: status("same"),
            distance: { value: 0.5, point_a: [30, -40, 5.5], point_b: [30, -40, 5] },
        }),
        finding("5ee70001", "clash", open, bearing, {
            point: [-50, 0, 70],
            as_surfaces: true,
            status: status("same"),
        }),
        finding("ab5e0001", "undecided", absent, plate, {
            point: [0, 40, 6],
            status: status("same"),
            out_of_budget: ["relation"],
        }),
    ];
    const report = scene.report(
        findings,
        { not_compared: complete ? 0 : 7 },
        {
            complete,
            baseline: baseline
                ? {
                      file: "last week.json",
                      new: 2,
                      changed: 1,
                      same: 9,
                      resolved: [
                          finding("60ee0001", "clash", ["machine/cube", block[1]], ["machine/gone", null], {
                              depth: { value: 3, at_most: 3 },
                              point: [60, 35, 25],
                          }),
                      ],
                  }
                : null,
        },
    );
    report.pictures["b0170001"] =
        `data:image/png;base64,${plainPng(320, 200, [60, 140, 90]).toString("base64")}`;
    return report;
}

// How far below the plate's upper face the bolts end; the first goes through.
const boltDepths = [15, 4, 3, 2];

function boltInPlate(scene, plate, bolt, i, status) {
    const id = `b017000${i + 1}`;
    const [x, y] = [scene.parts[bolt[1]].pose[3], scene.parts[bolt[1]].pose[7]];
    scene.detail(id, bolt, cylinder(4, 30, 64));
    const value = Math.min(boltDepths[i], 5); // the middle of the plate is 5 mm from its faces
    const low = Math.max(5 - boltDepths[i], -5);
    const depth = { value, at_most: value + 0.25 };
    const volume = { value: Number((Math.PI * 16 * (5 - low)).toFixed(2)), error: 0.05 };
    const point = [x, y, 5 - value];
    return finding(id, "clash", plate, bolt, {
        point,
        depth,
        volume,
        status,
        regions: [
            {
                box: [x - 4, y - 4, low, x + 4, y + 4, 5],
                depth,
                point,
                nearest: [x, y, 5],
                volume,
                thickness: 1.875,
                curves: i === 0 ? [circle(x, y, -5, 4), circle(x, y, 5, 4)] : [circle(x, y, 5, 4)],
            },
        ],
    });
}

/** So many findings among boxes in a grid. */
export function longList(length) {
    const scene = new Scene();
    const parts = [];
    while ((parts.length * (parts.length - 1)) / 2 < length) {
        const i = parts.length;
        parts.push(
            scene.add(
                `plant/row ${Math.floor(i / 15)}/box ${i}`,
                box([8, 8, 8]),
                at((i % 15) * 10, Math.floor(i / 15) * 10, 0),
            ),
        );
    }
    const findings = [];
    for (let i = 0; i < parts.length && findings.length < length; ++i) {
        for (let j = i + 1; j < parts.length && findings.length < length; ++j) {
            const n = findings.length;
            findings.push(
                finding(n.toString(16).padStart(8, "0"), "clash", parts[i], parts[j], {
                    depth: { value: ((n * 7919) % length) / 1000, at_most: 20 },
                    point: [(i % 15) * 10, Math.floor(i / 15) * 10, 0],
                }),
            );
        }
    }
    return scene.report(findings, {});
}

export function nothing() {
    const scene = new Scene();
    scene.add("box", box([1, 1, 1]), at(0, 0, 0));
    return scene.report([], {});
}
