import { createElement } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { CABINET_ROUTES, ORDER_ROUTES } from '../routes/cabinet.ts';
import { NotFound, lazyRoute } from '../lazy-route.ts';
import CabinetLayout from './cabinet-layout.tsx';

const PAGES = CABINET_ROUTES.map((route) => ({ page: route.page, Screen: lazyRoute(route) }));

/** One screen for all pages of an order: what is above them is not drawn again on the way from one to another. */
const OrderPages = lazyRoute(ORDER_ROUTES[0]);
const ORDER_PATHS = ORDER_ROUTES.map(({ path }) => path.slice('/profile/'.length));

/** Addresses below /profile; /profile itself opens the first page. */
export default function Cabinet() {
  return (
    <Routes>
      <Route element={<CabinetLayout />}>
        <Route index element={<Navigate to={paths.profile(CABINET_ROUTES[0].page)} replace />} />
        {PAGES.map(({ page, Screen }) => (
          <Route key={page} path={page} element={createElement(Screen)} />
        ))}
        {ORDER_PATHS.map((path) => (
          <Route key={path} path={path} element={<OrderPages />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
