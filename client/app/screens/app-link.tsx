import { Apple, Monitor, Smartphone, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { Logo } from '#client/ui/logo.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { InstallButton } from './app-link-install.tsx';
import css from './app-link.module.css';

const PLATFORMS = [
  { key: 'android', icon: Smartphone, steps: ['open', 'menu', 'install', 'done'] },
  { key: 'ios', icon: Apple, steps: ['open', 'share', 'add', 'done'] },
  { key: 'desktop', icon: Monitor, steps: ['open', 'icon', 'install'] },
] as const;

/** /app-link: the app in the stores where there is one, and how to keep this site as an app. */
export default function AppLink() {
  const { t } = useTranslation('app-link');
  const info = useSiteInfo();
  const stores = [
    { name: 'Google Play', url: info?.playStoreUrl ?? null },
    { name: 'App Store', url: info?.appStoreUrl ?? null },
  ].filter((store): store is { name: string; url: string } => store.url !== null);
  return (
    <div className={css.page}>
      <section className={css.hero}>
        <Logo size={88} />
        <div>
          <PageTitle>{t('title')}</PageTitle>
          <p>{t('lead')}</p>
          <div className={css.ways}>
            {stores.map(({ name, url }) => (
              <a key={url} className={css.store} href={url} target="_blank" rel="noreferrer noopener">
                {t('inStore', { store: name })}
              </a>
            ))}
            <InstallButton />
          </div>
          {info && stores.length === 0 ? <p className={css.note}>{t('noStores')}</p> : null}
        </div>
      </section>
      <section aria-labelledby="install-steps">
        <h2 id="install-steps">{t('howTo')}</h2>
        <div className={css.platforms}>
          {PLATFORMS.map(({ key, icon, steps }) => (
            <Steps key={key} platform={key} icon={icon} steps={steps} />
          ))}
        </div>
      </section>
    </div>
  );
}

interface StepsProps {
  platform: string;
  icon: LucideIcon;
  steps: readonly string[];
}

function Steps({ platform, icon: Icon, steps }: StepsProps) {
  const { t } = useTranslation('app-link');
  return (
    <article className={css.platform}>
      <h3>
        <Icon size={22} strokeWidth={1.75} aria-hidden /> {t(`steps.${platform}.title`)}
      </h3>
      <ol>
        {steps.map((step) => (
          <li key={step}>{t(`steps.${platform}.${step}`)}</li>
        ))}
      </ol>
    </article>
  );
}
