/** Secrets that are stored encrypted under a key of the settings. */
export { createSecretBox, type SecretBox } from './secret-box.ts';
