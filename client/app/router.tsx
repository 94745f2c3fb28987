import { Navigate, Route, Routes } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { paths } from '#client/lib/paths.ts';
import { StaffOnly } from './guards/staff-only.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { routes } from './paths.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { NotFound } from './screens/not-found.tsx';

const Home = lazyScreen(() => import('./screens/home.tsx'));
const LotList = lazyScreen(() => import('./screens/lot-list.tsx'));
const LotView = lazyScreen(() => import('./screens/lot-view.tsx'));
const GameView = lazyScreen(() => import('./screens/game-view.tsx'), ['room']);
const LotResult = lazyScreen(() => import('./screens/lot-result.tsx'));
const Categories = lazyScreen(() => import('./screens/categories.tsx'));
const Redirecting = lazyScreen(() => import('./screens/redirecting.tsx'), ['redirecting']);
const ConsoleRooms = lazyScreen(() => import('./console/console-rooms.tsx'), ['console', 'room']);

/** Every address and its screen. Screens load when first opened. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<ScreenFrame />}>
        <Route path={routes.redirecting} element={<Redirecting />} />
        <Route path={routes.categories} element={<Categories />} />
      </Route>
      <Route element={<MainLayout />}>
        <Route path="/" element={<Navigate to={paths.home()} replace />} />
        <Route element={<ScreenFrame />}>
          <Route path={routes.home} element={<Home />} />
          <Route path={routes.lotList} element={<LotList />} />
          <Route path={routes.lotView} element={<LotView />} />
          <Route path={routes.gameView} element={<GameView />} />
          <Route path={routes.lotResult} element={<LotResult />} />
          <Route element={<StaffOnly />}>
            <Route path={routes.consoleRooms} element={<ConsoleRooms />} />
          </Route>
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Routes>
  );
}
