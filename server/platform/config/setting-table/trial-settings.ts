import type { SettingGroup } from './setting-group.ts';

export const trialSettings: readonly SettingGroup[] = [
  {
    title: 'Trying it',
    entries: [
      {
        about:
          '1 adds demo lots, people and bots to an empty database; refused on the database of an installation. On by itself with embedded services (npm start -- --no-demo).',
        settings: {
          DEMO: {},
        },
      },
      {
        about:
          '1 lets local stand-ins of outside systems run beside a given database. Never on a real installation. The sites then answer only under the host names of PUBLIC_URL, IDENTITY_URL, ALLOWED_ORIGINS, HOST and the loopback.',
        settings: {
          ALLOW_TWINS: {},
        },
      },
      {
        about:
          'Addresses beside this machine from which pages of stand-ins (/dev/…, /pay/pretend/…) may be opened: single ones, from-to or net/bits, separated by commas, as seen through TRUST_PROXY proxies.',
        settings: {
          STAND_IN_ADDRESSES: {},
        },
      },
    ],
  },
  {
    title: 'docker compose only',
    entries: [
      {
        about: 'Address of the host on which the two sites are published; 0.0.0.0 is every interface.',
        settings: {
          PUBLISH_ADDRESS: { sample: '127.0.0.1', restart: 'compose' },
        },
      },
    ],
  },
  {
    title: 'Set by the launcher and by tests, not by hand',
    entries: [
      {
        about: "1: the services are the launcher's own.",
        settings: {
          SAVDO_EMBEDDED: {},
        },
      },
      {
        about: '1: this is a test; permits the switch below.',
        settings: {
          SAVDO_TEST: {},
        },
      },
      {
        about: 'Name of the step at which a process ends itself, as if killed.',
        settings: {
          SAVDO_CRASH_AT: {},
        },
      },
    ],
  },
];
