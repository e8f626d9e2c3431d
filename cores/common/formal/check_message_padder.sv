// SPDX-License-Identifier: Apache-2.0
//
// message_padder pads as hash_pkg says in words, whatever the length of the message, and keeps to valid and ready.
//
// The rule is stated bit by bit. Places are counted from the beginning of the block in which the message ends: it ends
// before the bit `ending` of that block (0..BLOCK), and the place of bit i of a word is `place + i`. What stands there
// follows from ending and length alone. Messages follow each other, of any lengths; rst may come at any time.
//
// The check begins with rst, or anywhere in a message: after any number of bits and blocks, circuit and model in any
// state in which they are related as `related` says. That they stay so, and become so by rst from any state, is asserted:
// the assertions together are inductive, and a count that goes wrong anywhere below 2^COUNT_BITS does so within a few
// cycles of some beginning. An escaped name with a dot in it is the circuit's register: yosys joins the two where it
// flattens. If they were not joined, the name would be free, and the assertions would fail.
//
// Parameters: BLOCK, WORD, COUNT_BITS as message_padder; the others are the fields of the padding rule (hash_pkg).

module check_message_padder #(
    parameter integer BLOCK = 32,
    parameter integer WORD = 8,
    parameter integer COUNT_BITS = 10,
    parameter integer LSB_FIRST = 0,
    parameter integer SUFFIX_BITS = 0,
    parameter integer SUFFIX = 0,
    parameter integer SUFFIX_IF_PARTIAL = 0,
    parameter integer TAIL_BYTES = 0,
    parameter integer TAIL = 0,
    parameter integer BEFORE_BITS = 0,
    parameter integer BEFORE = 0,
    parameter integer LENGTH_BITS = 0,
    parameter integer LENGTH_LITTLE = 0,
    parameter integer LENGTH_IN_BLOCKS = 0,
    parameter integer LENGTH_PLACE = 0,
    parameter integer AFTER_BITS = 0,
    parameter integer AFTER = 0,
    localparam integer OFFSET_BITS = $clog2(WORD)
) (
    input logic clk,
    input logic rst,

    input logic                 in_valid,
    input logic [     WORD-1:0] in_data,
    input logic                 in_last,
    input logic [OFFSET_BITS:0] in_bits,
    input logic                 word_ready
);

  localparam [hash_pkg::PADDING_BITS-1:0] PADDING = hash_pkg::field(hash_pkg::LSB_FIRST, LSB_FIRST) |
      hash_pkg::field(hash_pkg::SUFFIX_BITS, SUFFIX_BITS) | hash_pkg::field(hash_pkg::SUFFIX, SUFFIX) |
      hash_pkg::field(hash_pkg::SUFFIX_IF_PARTIAL, SUFFIX_IF_PARTIAL) |
      hash_pkg::field(hash_pkg::TAIL_BYTES, TAIL_BYTES) | hash_pkg::field(hash_pkg::TAIL, TAIL) |
      hash_pkg::field(hash_pkg::BEFORE_BITS, BEFORE_BITS) | hash_pkg::field(hash_pkg::BEFORE, BEFORE) |
      hash_pkg::field(hash_pkg::LENGTH_BITS, LENGTH_BITS) | hash_pkg::field(hash_pkg::LENGTH_LITTLE, LENGTH_LITTLE) |
      hash_pkg::field(hash_pkg::LENGTH_IN_BLOCKS, LENGTH_IN_BLOCKS) |
      hash_pkg::field(hash_pkg::LENGTH_PLACE, LENGTH_PLACE) |
      hash_pkg::field(hash_pkg::AFTER_BITS, AFTER_BITS) | hash_pkg::field(hash_pkg::AFTER, AFTER);

  logic in_ready, word_valid, word_end, word_close, word_message, word_null;
  logic [WORD-1:0] word_data;
  logic [COUNT_BITS-1:0] count;

  message_padder #(
      .BLOCK(BLOCK),
      .WORD(WORD),
      .COUNT_BITS(COUNT_BITS),
      .PADDING(PADDING)
  ) padder (
      .*
  );

  localparam integer WORDS = BLOCK / WORD;
  localparam integer TRAILER = BEFORE_BITS + LENGTH_BITS + AFTER_BITS;
  localparam integer OWN_BLOCKS = (TRAILER + BLOCK - 1) / BLOCK;  // that the trailer stands in
  localparam integer TRAILER_BEGIN = (LENGTH_PLACE == hash_pkg::OWN_BLOCK_BEGIN) ? 0 : OWN_BLOCKS * BLOCK - TRAILER;
  localparam integer MOST_BLOCKS = OWN_BLOCKS + 2;  // from that in which the message ends
  localparam integer PLACE_BITS = $clog2((MOST_BLOCKS + 1) * BLOCK) + 1;
  localparam integer AGES = hash_pkg::tail_words(PADDING, WORD);
  localparam integer PARTS = hash_pkg::trailer_blocks(PADDING, BLOCK);
  localparam integer OPTIONAL = hash_pkg::is_optional(PADDING);

  // The message so far.
  logic begun;  // rst came
  logic ended;
  logic fresh;  // no word of this message was taken
  logic [PLACE_BITS-1:OFFSET_BITS] words_before;  // in front of the next word
  logic [PLACE_BITS-1:0] place;  // of the next word; before the end, in its own block
  logic [PLACE_BITS-1:0] ending_before;
  logic [COUNT_BITS-1:0] length_before;  // bits taken
  logic [COUNT_BITS-1:0] blocks;  // emitted

  logic last_here;
  logic [OFFSET_BITS:0] bits_here;  // message bits in this word
  logic [PLACE_BITS-1:0] ending;
  logic [COUNT_BITS-1:0] length_here;
  logic too_long;

  assign place = {words_before, OFFSET_BITS'(0)};
  assign last_here = !ended && in_last;
  assign bits_here = ended ? '0 : (!in_last || in_bits[OFFSET_BITS]) ? (OFFSET_BITS + 1)'(WORD) : in_bits;
  assign ending = ended ? ending_before : place + PLACE_BITS'(bits_here);
  assign {too_long, length_here} = ended ? {1'b0, length_before} :
      {1'b0, fresh ? COUNT_BITS'(0) : length_before} + (COUNT_BITS + 1)'(bits_here);

  // Where the suffix and tail bytes end, how long all of it is, where the blocks with the trailer begin.
  logic [PLACE_BITS-1:0] tail_begin, body_end, needed, total, closing_begin;
  logic partial;
  logic nothing;  // to append: the message ended with the block before

  assign partial = ending[2:0] != 3'd0;
  assign tail_begin = (TAIL_BYTES == 0) ? ending + ((SUFFIX_IF_PARTIAL != 0 && !partial) ? '0 : PLACE_BITS'(SUFFIX_BITS)) :
      ((ending + PLACE_BITS'(SUFFIX_BITS + 7)) >> 3) << 3;
  assign body_end = tail_begin + PLACE_BITS'(8 * TAIL_BYTES);
  assign needed = (LENGTH_PLACE == 0) ? body_end + PLACE_BITS'(TRAILER) : ending + PLACE_BITS'(OWN_BLOCKS * BLOCK);
  assign nothing = needed == '0 && !(fresh || (ended && length_before == '0));

  always_comb begin
    total = PLACE_BITS'(BLOCK);
    for (integer i = 1; i <= MOST_BLOCKS; i = i + 1) begin
      if (needed > PLACE_BITS'((i - 1) * BLOCK) && needed <= PLACE_BITS'(i * BLOCK)) total = PLACE_BITS'(i * BLOCK);
    end
  end
  assign closing_begin = total - PLACE_BITS'(OWN_BLOCKS * BLOCK);

  // The trailer, first bit at index 0.
  localparam integer TRAILER_MOST = (TRAILER > 0) ? TRAILER : 1;
  localparam [31:0] BEFORE_VALUE = BEFORE;
  localparam [31:0] AFTER_VALUE = AFTER;
  localparam [31:0] SUFFIX_VALUE = SUFFIX;
  localparam [31:0] TAIL_VALUE = TAIL;
  logic [TRAILER_MOST-1:0] trailer;
  logic [COUNT_BITS-1:0] field_value;
  assign field_value = (LENGTH_IN_BLOCKS != 0) ? blocks + 1'b1 : length_here;
  generate
    for (genvar i = 0; i < TRAILER; i = i + 1) begin : gen_trailer
      localparam integer BYTE = (i - BEFORE_BITS) / 8;
      localparam integer BIT = 8 * ((LENGTH_LITTLE != 0) ? BYTE : LENGTH_BITS / 8 - 1 - BYTE) +
          ((LSB_FIRST != 0) ? (i - BEFORE_BITS) % 8 : 7 - (i - BEFORE_BITS) % 8);
      if (i < BEFORE_BITS) begin : gen_before
        assign trailer[i] = BEFORE_VALUE[BEFORE_BITS-1-i];
      end else if (i >= BEFORE_BITS + LENGTH_BITS) begin : gen_after
        assign trailer[i] = AFTER_VALUE[TRAILER-1-i];
      end else if (BIT < COUNT_BITS) begin : gen_length
        assign trailer[i] = field_value[BIT];
      end else begin : gen_above
        assign trailer[i] = 1'b0;
      end
    end
    if (TRAILER == 0) begin : gen_no_trailer
      assign trailer = '0;
    end
  endgenerate

  // Places in this word, bit i that of the i-th that is hashed: those before a point, and the point itself. Points are
  // counted from the beginning of the word, as numbers with a sign.
  function automatic [WORD-1:0] places_to(input [PLACE_BITS:0] point);
    places_to = point[PLACE_BITS] ? '0 : (point[PLACE_BITS-1:OFFSET_BITS] != '0) ? '1 :
        ~({WORD{1'b1}} << point[OFFSET_BITS-1:0]);
  endfunction
  function automatic [WORD-1:0] place_of(input [PLACE_BITS:0] point);
    place_of = (point[PLACE_BITS:OFFSET_BITS] != '0) ? '0 : WORD'(1) << point[OFFSET_BITS-1:0];
  endfunction

  logic [PLACE_BITS:0] message_to, suffix_to, tail_to, closing_from;
  assign message_to = {1'b0, ending} - {1'b0, place};
  assign suffix_to = {1'b0, tail_begin} - {1'b0, place};
  assign tail_to = {1'b0, body_end} - {1'b0, place};
  assign closing_from = {1'b0, place} - {1'b0, closing_begin};

  // What stands there.
  localparam integer TRAILER_WORDS = (TRAILER_BEGIN % WORD + TRAILER + WORD - 1) / WORD;
  localparam integer TRAILER_IMAGE = ((TRAILER_WORDS > 0) ? TRAILER_WORDS : 1) * WORD;
  logic [TRAILER_IMAGE-1:0] trailer_image;
  logic [WORD-1:0] message_here, suffix_here, tail_here, trailer_here, padded;
  assign trailer_image = TRAILER_IMAGE'(trailer) << (TRAILER_BEGIN % WORD);
  always_comb begin
    suffix_here = '0;
    for (integer j = 0; j < SUFFIX_BITS; j = j + 1) begin
      if (SUFFIX_VALUE[SUFFIX_BITS-1-j]) suffix_here = suffix_here | place_of(message_to + (PLACE_BITS + 1)'(j));
    end
    tail_here = '0;
    for (integer j = 0; j < 8 * TAIL_BYTES; j = j + 1) begin
      if (TAIL_VALUE[8*(TAIL_BYTES-1-j/8)+((LSB_FIRST!=0)?j%8 : 7-j%8)])
        tail_here = tail_here | place_of(suffix_to + (PLACE_BITS + 1)'(j));
    end
    trailer_here = '0;
    for (integer j = 0; j < TRAILER_WORDS; j = j + 1) begin
      if (closing_from == (PLACE_BITS + 1)'((TRAILER_BEGIN / WORD + j) * WORD)) begin
        trailer_here = trailer_image[j*WORD+:WORD];
      end
    end
  end

  // Bit by bit in the order in which they are hashed.
  logic [2:0] short;  // bits by which the incomplete byte is short
  assign short = 3'd0 - bits_here[2:0];
  assign padded = !(ended || in_last) ? message_here : (message_here & places_to(message_to)) |
      (suffix_here & places_to(suffix_to) & ~places_to(message_to)) |
      (tail_here & places_to(tail_to) & ~places_to(suffix_to)) | (trailer_here & ~places_to(tail_to));

  logic [WORD-1:0] right;
  generate
    for (genvar i = 0; i < WORD; i = i + 1) begin : gen_bit
      localparam integer BYTE = WORD - 8 - 8 * (i / 8);  // the lowest bit of its byte in the word
      if (LSB_FIRST != 0) begin : gen_reversed
        // The bits of an incomplete byte come in its highest places.
        logic [7:0] from;
        assign from = in_data[BYTE+:8] >> ((32'(bits_here[OFFSET_BITS:3]) == i / 8) ? short : 3'd0);
        assign message_here[i] = from[i%8];
        assign right[BYTE+i%8] = padded[i];
      end else begin : gen_straight
        assign message_here[i] = in_data[WORD-1-i];
        assign right[WORD-1-i] = padded[i];
      end
    end
  endgenerate

  // What the words say of themselves.
  logic end_right, close_right, taken, over;
  logic [PLACE_BITS-1:0] after;
  assign after = place + PLACE_BITS'(WORD);
  always_comb begin
    end_right = 1'b0;
    for (integer i = 1; i <= MOST_BLOCKS; i = i + 1) if (after == PLACE_BITS'(i * BLOCK)) end_right = 1'b1;
  end
  assign close_right = (ended || last_here) && after == total;
  assign taken = word_valid && word_ready && !word_null;
  assign over = word_valid && word_ready && (word_null || word_close);

  // The registers of the circuit, and what they have to do with the message so far.
  (* hierconn *) logic \padder.padding ;
  (* hierconn *) logic \padder.start ;
  (* hierconn *) logic [hash_pkg::index_bits(WORDS)-1:0] \padder.position ;
  (* hierconn *) logic [hash_pkg::index_bits(AGES + 1)-1:0] \padder.age ;
  (* hierconn *) logic [hash_pkg::index_bits(PARTS)-1:0] \padder.part ;
  (* hierconn *) logic \padder.gen_mandatory.closing_on ;
  (* hierconn *) logic [COUNT_BITS-1:0] \padder.gen_blocks.blocks ;

  logic related_end, related_start, related_count, related_position, related_ending, related_age, related_part;
  logic related_closing, related;
  logic [PLACE_BITS-1:0] block_begin;  // of the block in work
  logic [PLACE_BITS-1:0] last_begin;  // of the last block, or of the first of those with the trailer
  logic [PLACE_BITS-1:OFFSET_BITS] since;  // words since that in which the message ended
  logic position_right, part_right;
  assign last_begin = total - PLACE_BITS'(PARTS * BLOCK);
  assign block_begin = place - (PLACE_BITS'(\padder.position ) << OFFSET_BITS);
  assign since = words_before - ending_before[PLACE_BITS-1:OFFSET_BITS];

  always_comb begin
    position_right = 1'b0;
    part_right = ended ? block_begin < last_begin && \padder.part == '0 : \padder.part == '0;
    for (integer i = 0; i < MOST_BLOCKS; i = i + 1) begin
      if (block_begin == PLACE_BITS'(i * BLOCK)) position_right = ended || i == 0;
      if (ended && i < PARTS) begin
        if (block_begin == last_begin + PLACE_BITS'(i * BLOCK)) part_right = 32'(\padder.part ) == i;
      end
    end
  end

  assign related = related_end && related_start && related_count && related_position && related_ending &&
      related_age && related_part && related_closing;
  assign related_end = \padder.padding == ended && \padder.start == fresh;
  assign related_start = !fresh || (!ended && words_before == '0);
  assign related_count = fresh || (count == length_before && count[OFFSET_BITS-1:0] ==
      (ended ? ending_before[OFFSET_BITS-1:0] : OFFSET_BITS'(0)));
  assign related_position = 32'(\padder.position ) < WORDS && position_right;
  assign related_ending = !ended || (words_before != '0 && ending_before <= PLACE_BITS'(BLOCK) &&
      ending_before <= place && place < total);
  assign related_age = !ended || 32'(\padder.age ) == ((32'(since) < AGES) ? 32'(since) : AGES);
  assign related_part = part_right;
  generate
    if (OPTIONAL != 0) begin : gen_optional
      assign related_closing = 1'b1;
    end else begin : gen_mandatory
      assign related_closing = ended ? since == '0 || \padder.gen_mandatory.closing_on == (block_begin >= last_begin) :
          !\padder.gen_mandatory.closing_on ;
    end
    if (LENGTH_IN_BLOCKS != 0) begin : gen_blocks
      always @(posedge clk) begin
        assume (begun || rst || \padder.gen_blocks.blocks == blocks + 1'b1);
        assume (!begun || !(&blocks));
        if (begun) blocks_related : assert (\padder.gen_blocks.blocks == blocks + 1'b1);
      end
    end
  endgenerate

  // The offer of the cycle before.
  logic waited, in_waited;
  logic [WORD-1:0] data_before, in_data_before;
  logic [3:0] said_before;
  logic [OFFSET_BITS+1:0] in_said_before;

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (taken) begin
      length_before <= length_here;
      ending_before <= ending;
      ended <= ended || last_here;
      fresh <= 1'b0;
      words_before <= (end_right && !(ended || last_here)) ? '0 : after[PLACE_BITS-1:OFFSET_BITS];
      if (end_right) blocks <= blocks + 1'b1;
    end
    if (rst || over) begin
      ended <= 1'b0;
      fresh <= 1'b1;
      words_before <= '0;
      blocks <= '0;
    end
    waited <= word_valid && !word_ready && !rst;
    data_before <= word_data;
    said_before <= {word_end, word_close, word_message, word_null};
    in_waited <= in_valid && !in_ready && !rst;
    in_data_before <= in_data;
    in_said_before <= {in_last, in_bits};
  end

  always @(posedge clk) begin
    assume (begun || rst || related);
    if (begun && in_waited) assume (in_valid && in_data == in_data_before && {in_last, in_bits} == in_said_before);
    // Messages are shorter than 2^COUNT_BITS bits, and so is what is made of them in blocks.
    assume (!word_valid || !too_long);

    if (begun) begin
      takes : assert (in_ready == (word_ready && !ended));
      gives : assert (word_valid == (ended || in_valid));
      end_stays_related : assert (related_end);
      start_stays_related : assert (related_start);
      count_stays_related : assert (related_count);
      position_stays_related : assert (related_position);
      ending_stays_related : assert (related_ending);
      age_stays_related : assert (related_age);
      part_stays_related : assert (related_part);
      closing_stays_related : assert (related_closing);
      bounded : assert (place < PLACE_BITS'(MOST_BLOCKS * BLOCK));
      room : assert (!ended || TRAILER == 0 || LENGTH_PLACE == hash_pkg::OWN_BLOCK_BEGIN ||
          body_end <= closing_begin + PLACE_BITS'(TRAILER_BEGIN));
      if (waited) begin
        stays : assert (word_valid);
        unchanged : assert (word_data == data_before && {word_end, word_close, word_message, word_null} == said_before);
      end
    end
    if (begun && word_valid) begin
      null_right : assert (word_null == (last_here && nothing));
      if (!word_null) begin
        data_right : assert (word_data == right);
        end_is_right : assert (word_end == end_right);
        close_is_right : assert (word_close == close_right);
        message_right : assert (word_message == (bits_here != '0));
      end
      closed : cover (word_close && !fresh && !rst);
      many_words : cover (ended && word_close && length_before > COUNT_BITS'(BLOCK));
      // The count carries in the middle of a block; where a word is a block, in the middle of a message.
      carries :
      cover (word_message && ((WORDS == 1) ? !last_here : !word_end) &&
          length_before[COUNT_BITS-2:OFFSET_BITS] == '1 && length_here[COUNT_BITS-1]);
    end
  end

endmodule
