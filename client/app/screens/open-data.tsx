export { OpenDataPage as default } from '#client/features/site/open-data/open-data-page.tsx';
