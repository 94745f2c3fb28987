import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isRecordKind, RECORD_RIGHTS } from '#shared/api/console/record-kinds.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';

/** Things that have a page of their own. */
const PAGES: Readonly<Record<string, (number: string) => string>> = {
  lot: (number) => paths.lotView(Number(number)),
  order: (number) => paths.consoleOrder(Number(number)),
  person: paths.consoleAccount,
  account: paths.consoleAccount,
  incident: (number) => paths.incident(Number(number)),
  'anomaly-flag': (number) => paths.console(`anomaly-flags/${number}`),
  'number-claim': (number) => paths.numberClaim(Number(number)),
  'order-import': (number) => paths.orderImport(Number(number)),
};

/** The page of what is known of a record, with everything that it names or that names it. */
export const recordPage = (kind: string, number: string | number): string =>
  paths.console(`records/${kind}/${encodeURIComponent(number)}`);

/** The page that a record has besides that one; null: it is a row of a list. */
export const ownPage = (kind: string, number: string): string | null => PAGES[kind]?.(number) ?? null;

interface RecordLinkProps {
  /** A kind of record, or of subject as actions and conflicts of interest name it. */
  kind: string;
  /** Of a person the account's id, of a protocol its printed number; empty: of no one thing. */
  number: string | number;
  children: ReactNode;
}

/** Another record in a list or on a page of staff: opens its page, for those whose roles read it. */
export function RecordLink({ kind, number, children }: RecordLinkProps) {
  const roles = useSession(({ me }) => me?.roles);
  const written = String(number);
  const record = isRecordKind(kind);
  if (written === '' || (record && !hasRight(roles ?? [], RECORD_RIGHTS[kind]))) return <>{children}</>;
  const page = ownPage(kind, written) ?? (record ? recordPage(kind, written) : null);
  return page === null ? <>{children}</> : <Link to={page}>{children}</Link>;
}
