import { Route, Routes } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import CabinetLayout from './cabinet-layout.tsx';
import { CABINET_SCREENS } from './cabinet-screens.ts';
import { CabinetStart } from './cabinet-start.tsx';

const NotFound = lazyScreen(() => import('../screens/not-found.tsx'));

/** Addresses below /profile: who never opens it does not load their list. */
export default function Cabinet() {
  return (
    <Routes>
      <Route element={<CabinetLayout />}>
        <Route index element={<CabinetStart />} />
        {CABINET_SCREENS.map(({ path, screen: Screen }) =>
          Screen ? <Route key={path} path={path} element={<Screen />} /> : null,
        )}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
