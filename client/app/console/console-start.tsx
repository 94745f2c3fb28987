import { Navigate } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { useConsolePages } from './use-console-pages.ts';

/** /console opens the first page of the person's roles. */
export function ConsoleStart() {
  const [first] = useConsolePages();
  return <Navigate to={first ? paths.console(first.path) : paths.home()} replace />;
}
