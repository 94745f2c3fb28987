/** What has to happen before a new value counts. */
export type Restart = 'all' | 'web' | 'step' | 'never' | 'compose';

interface SettingFacts {
  /** A value of an installation, for a setting without a default. */
  sample?: string;
  unit?: string;
  /** All processes unless given. */
  restart?: Restart;
}

export interface SettingGroup {
  title: string;
  entries: readonly {
    /** What they do, in sentences. */
    about: string;
    settings: Readonly<Record<string, SettingFacts>>;
  }[];
}
