import { envExample, settingsPage } from '#server/platform/config/index.ts';
import type { Command } from '#server/platform/modules/index.ts';

/** The table of settings as this release has it; also in the image, which has no documents. */
export const settingsCommand: Command<unknown> = {
  name: 'settings',
  usage: 'settings [--env]',
  about: 'every setting with meaning, default, unit and who has to restart; --env prints .env.example',
  async run({ args, out }) {
    const [form, ...more] = args;
    if (more.length > 0 || (form !== undefined && form !== '--env')) {
      out.error('usage: settings [--env]');
      return 2;
    }
    out.line((form === '--env' ? envExample() : settingsPage()).trimEnd());
    return 0;
  },
};
