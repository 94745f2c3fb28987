import type { Config } from '#server/platform/config/index.ts';

export type PaymeSettings = NonNullable<Config['payments']['payme']>;
export type ClickSettings = NonNullable<Config['payments']['click']>;
export type UzumSettings = NonNullable<Config['payments']['uzum']>;
export type PaynetSettings = NonNullable<Config['payments']['paynet']>;
