/** One file for the browser: who opens one of them opens the other. */
export { AttemptsPage } from './attempts-page.tsx';
export { TrailPage } from './trail-page.tsx';
