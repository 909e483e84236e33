import { STRIP } from './pictures.ts'
import { Screenshot, titleOf } from './screenshot.tsx'
import styles from './strip.module.css'

/** Six more screenshots of the product. */
export function Strip() {
  return (
    <ul className={styles.strip}>
      {STRIP.map((name) => (
        <li key={name}>
          <figure>
            <Screenshot name={name} sizes="(width >= 1000px) 370px, (width >= 700px) 46vw, 92vw" />
            <figcaption>{titleOf(name)}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
