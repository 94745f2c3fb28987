import { Route, Routes } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import ConsoleLayout from './console-layout.tsx';
import { CONSOLE_SCREENS, ROOMS_SCREEN } from './console-screens.ts';
import { ConsoleStart } from './console-start.tsx';

const ConsoleRooms = lazyScreen(() => import('./console-rooms.tsx'), ['console', 'room']);
const NotFound = lazyScreen(() => import('../screens/not-found.tsx'));

/** Addresses below /console: who never opens it does not load their list. */
export default function Console() {
  return (
    <Routes>
      <Route element={<ConsoleLayout />}>
        <Route index element={<ConsoleStart />} />
        <Route path={ROOMS_SCREEN.path} element={<ConsoleRooms />} />
        {CONSOLE_SCREENS.map(({ path, screen: Screen }) =>
          Screen ? <Route key={path} path={path} element={<Screen />} /> : null,
        )}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
