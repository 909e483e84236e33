import { useMediaQuery } from '@mantine/hooks'
import styles from './card-table.module.css'
import { type Column, DataTable, filled, type TableProps } from './table.tsx'

const FACTS_IN_A_LINE = 3
const TITLE_HEIGHT = 64
const FACT_HEIGHT = 48

/**
 * A table whose rows are cards on a narrow screen, so that no column is out of sight: the first column's cell as the title, every other
 * cell with its header above it. For tables without sortable columns.
 */
export function CardTable<Row>(props: TableProps<Row>) {
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const [title, ...facts] = props.columns
  if (!isNarrow || !title) return <DataTable {...props} />
  const rowHeight = TITLE_HEIGHT + Math.ceil(facts.length / FACTS_IN_A_LINE) * FACT_HEIGHT
  return <DataTable {...props} columns={[cardColumn(title, facts)]} rowHeight={rowHeight} />
}

const cardColumn = <Row,>(title: Column<Row>, facts: readonly Column<Row>[]): Column<Row> => ({
  key: 'card',
  header: title.header,
  render: (row) => (
    <div className={styles.card}>
      <div className={styles.title}>{title.render(row)}</div>
      <dl className={styles.facts}>
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
