export { loadTexts, type Texts } from './texts.ts';
