export { newId, newSecret, uuidOf } from './ids.ts';
