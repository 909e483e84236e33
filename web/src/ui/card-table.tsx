import { useMediaQuery } from '@mantine/hooks'
import styles from './card-table.module.css'
import { type Column, DataTable, filled, type TableProps } from './table.tsx'

const FACTS_ON_A_PHONE = 3
const TITLE_HEIGHT = 64
const FACT_HEIGHT = 48
const ONCE = { getInitialValueInEffect: false }

/**
 * A table whose rows are cards on a narrow screen, so that no column is out of sight: the first column's cell as the title, every other
 * cell with its header above it. For tables without sortable columns.
 */
export function CardTable<Row>(props: TableProps<Row>) {
  const isPhone = useMediaQuery('(max-width: 768px)', undefined, ONCE)
  const isNarrow = useMediaQuery('(max-width: 1200px)', undefined, ONCE)
  const [title, ...facts] = props.columns
  if (!isNarrow || !title) return <DataTable {...props} />
  const inALine = isPhone ? FACTS_ON_A_PHONE : facts.length
  const rowHeight = TITLE_HEIGHT + Math.ceil(facts.length / inALine) * FACT_HEIGHT
  return <DataTable {...props} columns={[cardColumn(title, facts, inALine)]} rowHeight={rowHeight} />
}

const cardColumn = <Row,>(title: Column<Row>, facts: readonly Column<Row>[], inALine: number): Column<Row> => ({
  key: 'card',
  header: title.header,
  render: (row) => (
    <div className={styles.card}>
      <div className={styles.title}>{title.render(row)}</div>
      <dl className={styles.facts} style={{ gridTemplateColumns: `repeat(${inALine}, minmax(0, 1fr))` }}>
        {facts.map(({ key, header, render }) => (
          <div key={key}>
            <dt>{header}</dt>
            <dd>{filled(render(row))}</dd>
          </div>
        ))}
      </dl>
    </div>
  ),
})
