import { defineModule } from '#server/platform/modules/index.ts';
import { runCheckFlagsCommand } from './check-flags/check-flags-command.ts';

export const anomalyFlagsModule = defineModule({
  name: 'anomaly-flags',
  create: () => ({}),
  commands: [
    {
      name: 'check-flags',
      usage: 'check-flags [--seed N] [--recorded FILE]',
      about:
        'what the signs of anomalies find: precision and recall on synthetic auctions with planted rings, and how many honest auctions they flag; --recorded reads real ones',
      run: ({ args, out }) => runCheckFlagsCommand(args, out),
    },
  ],
});
