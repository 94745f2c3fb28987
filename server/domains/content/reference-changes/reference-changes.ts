import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { ReferenceKind } from '#shared/api/console/console-reference.ts';
import { createBankDirectory } from './banks/bank-directory.ts';
import { createCalendarDays } from './calendar-days.ts';
import { createReferenceHistory } from './history.repository.ts';
import { recordingBy } from './change-history.ts';
import { createPlaces, type PlacesDeps } from './edit-places.ts';
import { createProposalsService, type ProposalsDeps } from './proposals.service.ts';

export interface ReferenceChangesDeps extends Pick<
  ProposalsDeps,
  'db' | 'reference' | 'isSamePerson' | 'lotOf'
> {
  lotsShownBy: PlacesDeps['lotsShownBy'];
  actions: Pick<ActionLog, 'record'>;
  /** In ms; the clock of this machine unless given. */
  now?: (() => number) | undefined;
}

export type ReferenceChanges = ReturnType<typeof createReferenceChanges>;

/** Everything that staff change of the reference data. */
export function createReferenceChanges({
  db,
  actions,
  lotsShownBy,
  now = Date.now,
  ...deps
}: ReferenceChangesDeps) {
  const record = recordingBy(actions);
  return {
    proposals: createProposalsService({ db, record, now, ...deps }),
    calendar: createCalendarDays({ db, record, now }),
    places: createPlaces({ db, record, lotsShownBy, isSamePerson: deps.isSamePerson }),
    banks: createBankDirectory({ db, record }),
    async history({ kind, page, size }: { kind: ReferenceKind; page: number; size: number }) {
      const { items, total } = await createReferenceHistory(db).page(kind, {
        limit: size,
        offset: (page - 1) * size,
      });
      return { items, total, page, size };
    },
  };
}
