import { defaultConfig } from 'lighthouse'
import DevtoolsLog from 'lighthouse/core/gather/gatherers/devtools-log.js'
import type { Config } from 'lighthouse/types/lh.js'

/**
 * Lighthouse's default configuration, but each recording continues until an element that opens by itself,
 * such as the tour, has been painted. Otherwise a recording on a busy machine ends before that.
 */
export const recordUntilShown = (selector: string): Config => ({
  ...defaultConfig,
  artifacts: (defaultConfig.artifacts ?? []).map((artifact) =>
    artifact.id === 'DevtoolsLog'
      ? { ...artifact, gatherer: { instance: new PatientLog(selector) } }
      : artifact,
  ),
})

/** The first gatherer to be stopped, so all others record at least as long. */
class PatientLog extends DevtoolsLog {
  readonly #selector: string

  constructor(selector: string) {
    super()
    this.#selector = selector
  }

  override async stopSensitiveInstrumentation(
    context: Parameters<DevtoolsLog['stopSensitiveInstrumentation']>[0],
  ): Promise<void> {
    await context.page.waitForSelector(this.#selector, { visible: true, timeout: 60_000 })
    // A frame has been painted when the next one begins.
    await context.page.evaluate(
      'new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))',
    )
    await super.stopSensitiveInstrumentation(context)
  }
}
