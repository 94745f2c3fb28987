export { BlackListCheck as default } from '#client/features/site/checks/black-list-check.tsx';
