// How elkjs lays out a machine: orthogonal layers in the order of the model. Labels stand on one
// side of their edges in the whole picture, so that it is always clear which edge a label belongs
// to. The build reduces elkjs to what these options need: see xtask/layout.

export const ALGORITHM = "layered";

const OPTIONS = {
  "elk.algorithm": ALGORITHM,
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.padding": "[top=3,left=3,bottom=3,right=3]",
  "elk.spacing.nodeNode": "18",
  "elk.spacing.edgeNode": "10",
  "elk.spacing.edgeEdge": "8",
  "elk.spacing.edgeLabel": "3",
  "elk.layered.spacing.nodeNodeBetweenLayers": "12",
  "elk.layered.spacing.edgeNodeBetweenLayers": "7",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "7",
  "elk.layered.cycleBreaking.strategy": "MODEL_ORDER",
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.layered.edgeLabels.sideSelection": "ALWAYS_DOWN",
};

/** The options for edges that flow in a direction, "DOWN" or "RIGHT". */
export const options = (direction) => ({ ...OPTIONS, "elk.direction": direction });
