export { StatusPage as default } from '#client/features/site/status/status-page.tsx';
