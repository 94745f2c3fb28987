import { Link } from 'react-router-dom';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';

interface PersonLinkProps {
  /** An account; where its owner was erased, the name is empty. */
  person: { id: string; name: string };
}

/** Somebody in a list or on a page of staff: opens their page, for those who may read it. */
export function PersonLink({ person: { id, name } }: PersonLinkProps) {
  const mayRead = useSession(({ me }) => hasRole(me, STAFF_RIGHTS.readAccounts));
  const shown = name || id;
  return mayRead ? <Link to={paths.consoleAccount(id)}>{shown}</Link> : <>{shown}</>;
}
