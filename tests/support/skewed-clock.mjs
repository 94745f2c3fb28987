// Loaded before a process's own code (`--import`): its clock is off by CLOCK_SKEW_MS, and a file named by CLOCK_SKEW_PROOF gets its time.
import { appendFileSync } from 'node:fs';

const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + skewMs);
    else super(...given);
  }

  static now() {
    return RealDate.now() + skewMs;
  }
}
globalThis.Date = SkewedDate;
if (process.env.CLOCK_SKEW_PROOF)
  appendFileSync(process.env.CLOCK_SKEW_PROOF, new SkewedDate().toISOString());
