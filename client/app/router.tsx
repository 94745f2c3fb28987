import { matchPath, Navigate, Route, Routes } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { paths } from '#client/lib/paths.ts';
import { SignedInOnly } from './guards/signed-in-only.tsx';
import { StaffOnly } from './guards/staff-only.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { routes } from './paths.ts';
import { ScreenErrorBoundary } from './screen-error-boundary.tsx';
import { ScreenFrame } from './screen-frame.tsx';

const Home = lazyScreen(() => import('./screens/home.tsx'), ['favourites']);
const LotList = lazyScreen(() => import('./screens/lot-list.tsx'), ['favourites']);
const LotView = lazyScreen(
  () => import('./screens/lot-view.tsx'),
  ['applications', 'card', 'favourites', 'map'],
);
const GameView = lazyScreen(() => import('./screens/game-view.tsx'), ['room']);
const LotResult = lazyScreen(
  () => import('./screens/lot-result.tsx'),
  ['applications', 'card', 'favourites'],
);
const Favourites = lazyScreen(() => import('./screens/favourites.tsx'), ['favourites']);
const News = lazyScreen(() => import('./screens/news.tsx'), ['news']);
const NewsArticle = lazyScreen(() => import('./screens/news-article.tsx'), ['news']);
const Contact = lazyScreen(() => import('./screens/contact.tsx'), ['contact', 'checks', 'map', 'selling']);
const CheckProtocol = lazyScreen(() => import('./screens/check-protocol.tsx'), ['checks']);
const CheckBlackList = lazyScreen(() => import('./screens/check-black-list.tsx'), ['checks']);
const Info = lazyScreen(() => import('./screens/info.tsx'), ['info']);
const AppLink = lazyScreen(() => import('./screens/app-link.tsx'), ['app-link']);
const NotFound = lazyScreen(() => import('./screens/not-found.tsx'));
const Categories = lazyScreen(() => import('./screens/categories.tsx'));
const Redirecting = lazyScreen(() => import('./screens/redirecting.tsx'), ['redirecting']);
const OrderPreview = lazyScreen(() => import('./screens/order-preview.tsx'), ['selling']);
const Cabinet = lazyScreen(() => import('./cabinet/cabinet.tsx'), ['cabinet']);
const Console = lazyScreen(() => import('./console/console.tsx'), ['staff']);

/** Screens the server paints for visitors: they are loaded before anything is drawn over the painting. */
const PAINTED = [
  [routes.home, Home],
  [routes.lotList, LotList],
  [routes.lotView, LotView],
  [routes.lotResult, LotResult],
  [routes.categories, Categories],
  [routes.news, News],
  [routes.newsArticle, NewsArticle],
  [routes.contact, Contact],
  [routes.checkProtocol, CheckProtocol],
  [routes.checkBlackList, CheckBlackList],
  [routes.info, Info],
  [routes.appLink, AppLink],
] as const;

/** Loads the screen of an address, when it is one of these. Never rejects: the screen itself loads again and tells. */
export async function preloadScreen(pathname: string): Promise<void> {
  await PAINTED.find(([route]) => matchPath(route, pathname))?.[1].preload();
}

/** Every address and its screen. Screens load when first opened. */
export function AppRoutes() {
  return (
    <ScreenErrorBoundary>
      <Routes>
        <Route element={<ScreenFrame />}>
          <Route path={routes.redirecting} element={<Redirecting />} />
          <Route path={routes.categories} element={<Categories />} />
          <Route path={routes.orderPreview} element={<OrderPreview />} />
        </Route>
        <Route element={<MainLayout />}>
          <Route path="/" element={<Navigate to={paths.home()} replace />} />
          <Route element={<ScreenFrame />}>
            <Route path={routes.home} element={<Home />} />
            <Route path={routes.lotList} element={<LotList />} />
            <Route path={routes.lotView} element={<LotView />} />
            <Route path={routes.gameView} element={<GameView />} />
            <Route path={routes.lotResult} element={<LotResult />} />
            <Route path={routes.favourites} element={<Favourites />} />
            <Route path={routes.news} element={<News />} />
            <Route path={routes.newsArticle} element={<NewsArticle />} />
            <Route path={routes.contact} element={<Contact />} />
            <Route path={routes.checkProtocol} element={<CheckProtocol />} />
            <Route path={routes.checkBlackList} element={<CheckBlackList />} />
            <Route path={routes.appLink} element={<AppLink />} />
            <Route path={routes.info} element={<Info />} />
            <Route element={<SignedInOnly />}>
              <Route path={`${routes.profile}/*`} element={<Cabinet />} />
            </Route>
            <Route element={<StaffOnly />}>
              <Route path={`${routes.console}/*`} element={<Console />} />
            </Route>
            <Route path="*" element={<NotFound />} />
          </Route>
        </Route>
      </Routes>
    </ScreenErrorBoundary>
  );
}
