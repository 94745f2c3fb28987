export { newId, newSecret } from './ids.ts';
