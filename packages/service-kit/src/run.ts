import { type BaseConfig, ConfigError, type Environment } from './config.ts'
import { type RunningService, type ServiceDefinition, startService } from './service.ts'

/** Runs one service as this process until SIGINT or SIGTERM; the only caller is a `main.ts`. */
export const run = async <Config extends BaseConfig, Deps>(
  definition: ServiceDefinition<Config, Deps>,
  environment: Environment,
): Promise<void> => {
  try {
    const service = await startService(definition, environment)
    stopOnSignal(service)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${definition.name}: ${error.message}\n`)
    process.exitCode = 1
  }
}

/** Gateways check the readiness of every instance once a second. */
const noticeMilliseconds = 2_000

const stopOnSignal = (service: RunningService): void => {
  const stop = () => {
    service.stop({ noticeMilliseconds }).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
