import { create } from 'zustand';
import { AS_OF_HEADER, CONFLICT_NOTED_HEADER } from '#shared/api/contract.ts';
import { answers } from '#client/lib/heard-answers.ts';

/** Calls by their paths, and the instants for which their last answers are true. */
type Ages = Readonly<Record<string, number>>;

interface StaffAnswers {
  /** How many actions of this page were carried out although an address is shared; each is shown once. */
  conflictsNoted: number;
  /** The address of the page that is open. */
  page: string;
  /** Of each page: what came from a read replica. */
  ages: Readonly<Record<string, Ages>>;
}

/** What headers of answers say to staff. */
export const useStaffAnswers = create<StaffAnswers>(() => ({ conflictsNoted: 0, page: '', ages: {} }));

/** Answers from now on belong to this page. */
export const openPage = (page: string): void => useStaffAnswers.setState({ page });

/** The instant for which everything on a page is true; null: it is true now. */
export function asOfPage({ ages }: StaffAnswers, page: string): number | null {
  const instants = Object.values(ages[page] ?? {});
  return instants.length === 0 ? null : Math.min(...instants);
}

function noteAge(call: string, asOfMs: number | null): void {
  useStaffAnswers.setState(({ page, ages }) => {
    const { [call]: before, ...others } = ages[page] ?? {};
    if (before === undefined && asOfMs === null) return {};
    return { ages: { ...ages, [page]: asOfMs === null ? others : { ...others, [call]: asOfMs } } };
  });
}

/** Called once, where the console is opened. */
export function listenToAnswers(): void {
  answers.heardBy = (call, headers) => {
    if (headers.has(CONFLICT_NOTED_HEADER))
      useStaffAnswers.setState(({ conflictsNoted }) => ({ conflictsNoted: conflictsNoted + 1 }));
    const asOf = headers.get(AS_OF_HEADER);
    noteAge(call, asOf === null ? null : Date.parse(asOf));
  };
}
