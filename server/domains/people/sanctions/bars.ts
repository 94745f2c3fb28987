import { createDecideBars, type DecideBarsDeps } from './decide-bars.ts';
import { createProposeBars, type ProposeBarsDeps } from './propose-bars.ts';
import { createReadBars, type ReadBarsDeps } from './read-bars.ts';

type BarsDeps = Omit<ProposeBarsDeps & DecideBarsDeps & ReadBarsDeps, 'sanctions' | 'files'> &
  Pick<ProposeBarsDeps & DecideBarsDeps, 'sanctions'> &
  Pick<ProposeBarsDeps & ReadBarsDeps, 'files'>;

/** Bars as staff propose, decide and read them. */
export const createBars = (deps: BarsDeps) => ({
  reading: createReadBars(deps),
  proposing: createProposeBars(deps),
  deciding: createDecideBars(deps),
});
export type Bars = ReturnType<typeof createBars>;
