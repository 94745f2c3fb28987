import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SubjectKind } from '#shared/api/contract.ts';
import { paths } from '#client/lib/paths.ts';

/** Things that have a page of their own; others are rows of a list. */
const PAGES: Partial<Record<SubjectKind, (id: string) => string>> = {
  lot: (id) => paths.lotView(Number(id)),
  order: (id) => paths.consoleOrder(Number(id)),
  person: paths.consoleAccount,
  account: paths.consoleAccount,
  'anomaly-flag': (id) => paths.console(`anomaly-flags/${id}`),
  'number-claim': (id) => paths.numberClaim(Number(id)),
  'order-import': (id) => paths.orderImport(Number(id)),
};

interface SubjectLinkProps {
  /** As actions and conflicts of interest record it. */
  kind: string;
  id: string;
  children: ReactNode;
}

/** What an action of staff was about: opens its page, where it has one. */
export function SubjectLink({ kind, id, children }: SubjectLinkProps) {
  const pageOf = PAGES[kind as SubjectKind];
  return pageOf && id !== '' ? <Link to={pageOf(id)}>{children}</Link> : <>{children}</>;
}
