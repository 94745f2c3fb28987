import { createElement } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { CONSOLE_DETAIL_ROUTES } from '../routes/console-details.ts';
import { CONSOLE_ROUTES } from '../routes/console.ts';
import { NotFound, lazyRoute } from '../lazy-route.ts';
import ConsoleLayout from './console-layout.tsx';
import { ForRoles } from './not-yours.tsx';
import { useConsolePages } from './use-console-pages.ts';

const PAGES = [...CONSOLE_ROUTES, ...CONSOLE_DETAIL_ROUTES].map((route) => ({
  path: route.path.replace('/console/', ''),
  access: route.access,
  Screen: lazyRoute(route),
}));

/** Addresses below /console; /console itself opens the first page of the person's roles. */
export default function Console() {
  const [first] = useConsolePages();
  return (
    <Routes>
      <Route element={<ConsoleLayout />}>
        <Route index element={<Navigate to={first ? paths.console(first) : paths.home()} replace />} />
        {PAGES.map(({ path, access, Screen }) => (
          <Route
            key={path}
            path={path}
            element={<ForRoles access={access}>{createElement(Screen)}</ForRoles>}
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
