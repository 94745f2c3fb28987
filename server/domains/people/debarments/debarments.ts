import { createDecideBars, type DecideBarsDeps } from './decide-debarments.ts';
import { createProposeBars, type ProposeBarsDeps } from './propose-debarments.ts';
import { createReadBars, type ReadBarsDeps } from './read-debarments.ts';

type BarsDeps = Omit<ProposeBarsDeps & DecideBarsDeps & ReadBarsDeps, 'sanctions' | 'files'> &
  Pick<ProposeBarsDeps & DecideBarsDeps, 'sanctions'> &
  Pick<ProposeBarsDeps & ReadBarsDeps, 'files'>;

/** Debarments as staff propose, decide and read them. */
export const createDebarments = (deps: BarsDeps) => ({
  reading: createReadBars(deps),
  proposing: createProposeBars(deps),
  deciding: createDecideBars(deps),
});
export type Debarments = ReturnType<typeof createDebarments>;
