import { BarChart } from '@mantine/charts';

interface ColumnChartProps {
  data: Record<string, string | number>[];
  /** The key of the columns' names. */
  of: string;
  series: { name: string; color: string }[];
}

/** Columns by day or month. Hidden from screen readers, which have the table. */
export function ColumnChart({ data, of, series }: ColumnChartProps) {
  return (
    <div aria-hidden>
      <BarChart
        h={series.length > 1 ? 200 : 170}
        data={data}
        dataKey={of}
        series={series}
        withLegend={series.length > 1}
        legendProps={{ verticalAlign: 'bottom', height: 40, itemSorter: null }}
        tickLine="none"
        gridAxis="x"
        yAxisProps={{ allowDecimals: false, width: 36 }}
        xAxisProps={{ minTickGap: 12, interval: 'equidistantPreserveStart' }}
        barProps={{ isAnimationActive: false }}
        tooltipAnimationDuration={0}
        barChartProps={{ accessibilityLayer: false, margin: { top: 10 } }}
      />
    </div>
  );
}
