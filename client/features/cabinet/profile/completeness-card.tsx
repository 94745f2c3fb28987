import { CircleCheck, CircleDashed } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Profile } from '#shared/api/cabinet/profile.ts';
import { PROFILE_FACTS, type ProfileFact } from '#shared/validation/profile-facts.ts';
import { FACT_PLACES } from '#client/entities/profile/my-profile.ts';
import layout from '#client/ui/layout.module.css';
import { CompletenessRing } from './completeness-ring.tsx';
import css from './profile.module.css';
import { showPart } from './scroll-to-part.ts';

/** How complete the profile is, what is missing and the way to each. */
export function CompletenessCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const { facts, percentage } = profile;
  return (
    <section className={css.complete} aria-label={t('complete.title')}>
      <CompletenessRing percentage={percentage} />
      <div>
        <h2>{t(percentage === 100 ? 'complete.whole' : 'complete.title')}</h2>
        <p className={layout.mutedMedium}>{t(percentage === 100 ? 'complete.wholeText' : 'complete.text')}</p>
        <ul className={css.facts}>
          {PROFILE_FACTS.map((fact) => (
            <li key={fact} data-done={facts[fact]}>
              {facts[fact] ? (
                <CircleCheck size={18} aria-label={t('complete.done')} />
              ) : (
                <CircleDashed size={18} aria-label={t('complete.missing')} />
              )}
              {facts[fact] ? <span>{nameOf(fact)}</span> : <FactLink fact={fact}>{nameOf(fact)}</FactLink>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );

  function nameOf(fact: ProfileFact): string {
    return fact === 'nationalId'
      ? t(`fact.${profile.kind === 'legal' ? 'stir' : 'pinfl'}`)
      : t(`fact.${fact}`);
  }
}

function FactLink({ fact, children }: { fact: ProfileFact; children: string }) {
  const place = FACT_PLACES[fact];
  if ('to' in place) return <Link to={place.to}>{children}</Link>;
  return (
    <a href={`#${place.part}`} onClick={(event) => goTo(event, place.part)}>
      {children}
    </a>
  );
}

/** Brings a part of the page into view and the keyboard into it; the address stays, so the way back does too. */
function goTo(event: MouseEvent, part: string): void {
  if (showPart(part)) event.preventDefault();
}
