/** Pages on which a banner is shown. */
export const BANNER_PLACES = ['everywhere', 'home', 'lots', 'rooms', 'cabinet'] as const;
export type BannerPlace = (typeof BANNER_PLACES)[number];

export const BANNER_TONES = ['info', 'warning'] as const;
