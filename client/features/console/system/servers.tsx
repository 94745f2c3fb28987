import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { System, SystemRedis } from '#shared/api/console/system.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import { useSize } from './use-size.ts';
import css from './system.module.css';

/** PostgreSQL, every Redis and where files are stored: what they hold and how near their limits are. */
export function Servers({ database, redis, files }: Pick<System, 'database' | 'redis' | 'files'>) {
  const { t } = useTranslation('console-system');
  return (
    <section className={css.part} aria-labelledby="system-servers">
      <h2 id="system-servers">{t('servers.title')}</h2>
      <div className={css.servers}>
        <DatabaseCard database={database} />
        {redis.map((server) => (
          <RedisCard key={`${server.role} ${server.server}`} redis={server} />
        ))}
        <FilesCard files={files} />
      </div>
      {database && database.longStatements.length > 0 ? (
        <Statements statements={database.longStatements} />
      ) : null}
    </section>
  );
}

function ServerCard({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className={css.server}>
      <h3 translate="no">{title}</h3>
      {about ? <small translate="no">{about}</small> : null}
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function DatabaseCard({ database }: Pick<System, 'database'>) {
  const { t } = useTranslation('console-system');
  const size = useSize();
  const standby = database && standbyKey(database);
  return (
    <ServerCard title={t('servers.database')}>
      {database ? (
        <Facts
          facts={[
            [t('servers.version'), database.version],
            [t('servers.size'), size(database.sizeBytes)],
            [
              t('servers.connections'),
              t('servers.of', { count: database.connections, most: database.connectionsMax }),
            ],
            [t('servers.standby'), t(`servers.${standby ?? 'standbyNone'}`)],
          ]}
        />
      ) : (
        <p className={css.away}>{t('servers.away')}</p>
      )}
    </ServerCard>
  );
}

const standbyKey = ({ standbys, synchronous }: NonNullable<System['database']>) =>
  standbys ? (synchronous ? 'standbySync' : 'standbyAsync') : 'standbyNone';

function RedisCard({ redis: { role, server, found } }: { redis: SystemRedis }) {
  const { t } = useTranslation('console-system');
  const size = useSize();
  return (
    <ServerCard title={t(`servers.${role}`)} about={server}>
      {found ? (
        <Facts
          facts={[
            [t('servers.version'), found.version],
            [
              t('servers.memory'),
              found.maxBytes === 0
                ? t('servers.noLimit', { used: size(found.usedBytes) })
                : t('servers.ofLimit', { used: size(found.usedBytes), limit: size(found.maxBytes) }),
            ],
            [t('servers.replicas'), String(found.replicas)],
            [t('servers.answer'), t('milliseconds', { count: found.answerMs })],
          ]}
        />
      ) : (
        <p className={css.away}>{t('servers.away')}</p>
      )}
    </ServerCard>
  );
}

function FilesCard({ files: { place, warnings } }: Pick<System, 'files'>) {
  const { t } = useTranslation('console-system');
  return (
    <ServerCard title={t('files.title')} about={place}>
      {warnings.length === 0 ? (
        <p>{t('files.good')}</p>
      ) : (
        <ul className={css.warnings} lang="en">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </ServerCard>
  );
}

function Statements({ statements }: { statements: NonNullable<System['database']>['longStatements'] }) {
  const { t } = useTranslation('console-system');
  return (
    <table className={css.statements}>
      <caption>{t('statements.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('statements.for')}</th>
          <th scope="col">{t('statements.by')}</th>
          <th scope="col">{t('statements.text')}</th>
        </tr>
      </thead>
      <tbody translate="no">
        {statements.map(({ pid, process, forMs, text }) => (
          <tr key={pid}>
            <td>{formatDuration(forMs)}</td>
            <td>{`${process} ${pid}`}</td>
            <td>
              <code>{text}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
