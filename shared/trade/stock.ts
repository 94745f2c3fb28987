import type { Stock } from '../api/site/lots.ts';

/** Units that can be reserved at this moment. */
export const freeUnits = ({ units, reserved, sold }: Stock): number => Math.max(0, units - reserved - sold);

/** Units that are not sold, reserved ones included. */
export const unsoldUnits = ({ units, sold }: Stock): number => Math.max(0, units - sold);
