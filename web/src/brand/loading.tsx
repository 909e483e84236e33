import * as m from '#i18n/messages.js'

/** The product's name with "Loading": the same first frame as in the pages' HTML, so that nothing moves. */
export function LoadingScreen() {
  return (
    <div className="loading" role="status">
      <span className="loading-name">{m.brand_wordmark()}</span>
      <span className="loading-word">{m.common_loading()}</span>
    </div>
  )
}
