import type { PlatformStatusService } from '#server/domains/staff/service-levels/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { platformStatus } from '#shared/api/site/status.ts';

export function registerStatusRoutes(app: HttpApp, status: Pick<PlatformStatusService, 'now'>): void {
  registerContract(app, platformStatus, () => status.now());
}
