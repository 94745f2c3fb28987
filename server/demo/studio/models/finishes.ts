import { type Material } from '../mesh.ts';

export const WHITE: Material = { colour: '#eceef1', gloss: 0.45 };
export const INOX: Material = { colour: '#c3c9cf', gloss: 0.65 };
export const BLACK: Material = { colour: '#1c1f23', gloss: 0.5 };
