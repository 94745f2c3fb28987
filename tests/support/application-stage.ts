import { afterAll, beforeAll, beforeEach } from 'vitest';
import { applicationStand, type ApplicationStand } from './application-stand.ts';
import { publishTestLot } from './lots.ts';
import { testDatabase, type TestDatabase } from './services.ts';

/** A tenth of the start price. */
export const DEPOSIT = 10_000_00;
export const START = 10 * DEPOSIT;

type LotTerms = Parameters<typeof publishTestLot>[1];

/** Publishes a private lot with a deposit of a tenth, which opens in a day. Returns its id. */
export const publishPaidLot = (database: TestDatabase, terms: LotTerms = {}): Promise<number> =>
  publishTestLot(database, {
    ruleSet: 'private',
    choices: { depositPercent: 10 },
    startPriceTiyin: START,
    opensInMs: 86_400_000,
    ...terms,
  });

export interface ApplicationStage {
  database: TestDatabase;
  stand: ApplicationStand;
  paidLot(terms?: LotTerms): Promise<number>;
}

/** One database for the tests of a file, and before each of them a stand of its own. */
export function onApplicationStage(enter: (stage: ApplicationStage) => void): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase('template', 20);
  });
  beforeEach(() =>
    enter({
      database,
      stand: applicationStand(database),
      paidLot: (terms) => publishPaidLot(database, terms),
    }),
  );
  afterAll(() => database.close());
}
