// Renderer, camera and mouse. Draws when something has changed, and never otherwise.
import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
  Raycaster,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const flightTime = 220; // milliseconds

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(35, 1, 0.1, 1000);
  readonly controls: OrbitControls;
  readonly canvas: HTMLCanvasElement;
  beforeDraw: () => void = () => {};
  onDraw: () => void = () => {};
  private readonly renderer: WebGLRenderer;
  private readonly sceneSphere = new Sphere(new Vector3(), 1);
  private asked = false;
  private flight = 0;

  constructor(
    private readonly holder: HTMLElement,
    canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    private readonly up: Vector3,
  ) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, context, alpha: true, antialias: true, stencil: true });
    this.renderer.setClearColor(0, 0);
    this.renderer.localClippingEnabled = true;
    this.camera.up.copy(up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => this.ask());
    this.controls.addEventListener("start", () => ++this.flight); // a hand on the mouse ends a flight
    this.addLights();
    new ResizeObserver(() => this.resize()).observe(holder);
    this.resize();
  }

  /** Draws soon; asked for many times before that, once. */
  ask(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  setBounds(box: Box3): void {
    if (box.isEmpty()) return;
    box.getBoundingSphere(this.sceneSphere);
    this.controls.maxDistance = this.sceneSphere.radius * 20;
  }

  /** Looks at a ball from the side where the eye is, or from the one given. */
  lookAt(centre: Vector3, radius: number, from?: Vector3): void {
    const direction = (from ?? this.towardsEye()).clone().normalize();
    const half = (this.camera.fov / 2) * (Math.PI / 180);
    const narrow = Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect));
    const distance = Math.max(radius, 1e-9) / Math.sin(narrow);
    this.fly(centre.clone().addScaledVector(direction, distance), centre.clone());
  }

  towardsEye(): Vector3 {
    return this.camera.position.clone().sub(this.controls.target);
  }

  /** Turns by angles in radians about the vertical and the horizontal. */
  turn(around: number, up: number): void {
    const offset = this.towardsEye().applyAxisAngle(this.up, around);
    const fromUp = offset.angleTo(this.up);
    const wanted = Math.min(Math.max(fromUp - up, 0.02), Math.PI - 0.02); // straight from above, left and right are lost
    const right = new Vector3().crossVectors(this.up, offset).normalize();
    offset.applyAxisAngle(right, wanted - fromUp);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
  }

  rayAt(event: MouseEvent): Raycaster {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const at = new Vector2(
      ((event.clientX - left) / width) * 2 - 1,
      1 - ((event.clientY - top) / height) * 2,
    );
    const ray = new Raycaster();
    this.camera.updateMatrixWorld();
    ray.setFromCamera(at, this.camera);
    return ray;
  }

  /** Where a point of the scene is on the canvas, in pixels; null behind the eye. */
  project(point: Vector3): { x: number; y: number } | null {
    const p = point.clone().project(this.camera);
    if (p.z > 1) return null;
    return { x: ((p.x + 1) / 2) * this.holder.clientWidth, y: ((1 - p.y) / 2) * this.holder.clientHeight };
  }

  private fly(position: Vector3, target: Vector3): void {
    const turn = ++this.flight;
    const fromPosition = this.camera.position.clone();
    const fromTarget = this.controls.target.clone();
    const began = performance.now();
    const time = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : flightTime;
    const step = () => {
      if (turn !== this.flight) return;
      const t = time === 0 ? 1 : Math.min((performance.now() - began) / time, 1);
      const eased = t * t * (3 - 2 * t);
      this.camera.position.lerpVectors(fromPosition, position, eased);
      this.controls.target.lerpVectors(fromTarget, target, eased);
      this.controls.update();
      this.ask();
      if (t < 1) requestAnimationFrame(step);
    };
    step();
  }

  private addLights(): void {
    const lamp = new DirectionalLight(0xffffff, 2.2);
    lamp.position.set(-0.5, 0.8, 1); // over the left shoulder, wherever the eye goes
    lamp.target.position.set(0, 0, -1);
    this.camera.add(lamp, lamp.target);
    const sky = new HemisphereLight(0xffffff, 0x8a94a0, 1.1);
    sky.position.copy(this.up);
    this.scene.add(this.camera, sky);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.ask();
  }

  private draw(): void {
    const toScene = this.camera.position.distanceTo(this.sceneSphere.center);
    const toTarget = this.camera.position.distanceTo(this.controls.target);
    const reach = this.sceneSphere.radius * 1.01;
    this.camera.far = toScene + reach;
    this.camera.near = Math.max(toScene - reach, toTarget * 0.02, this.camera.far * 1e-5);
    this.camera.updateProjectionMatrix();
    this.beforeDraw();
    this.renderer.render(this.scene, this.camera);
    this.onDraw();
  }
}
