import { all, both, type Material, type Mesh } from '../mesh.ts';
import { ball } from '../solid-shapes.ts';
import { LAMP, wheel } from './vehicles.ts';

export const WHITE: Material = { colour: '#eef0f2', gloss: 0.35 };
export const lamp = (x: number, y: number, z: number): Mesh => ball([x, y, z], 0.13, LAMP, 0.8);

export const twin = (x: number, radius: number, z: number): Mesh =>
  both(all(wheel(x, radius, z, radius, 0.26, 6), wheel(x, radius, z - 0.32, radius, 0.26, 6)));
export const single = (x: number, radius: number, z: number): Mesh =>
  both(wheel(x, radius, z, radius, 0.28, 6));
