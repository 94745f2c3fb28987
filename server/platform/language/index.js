export { loadTexts } from './texts.ts';
