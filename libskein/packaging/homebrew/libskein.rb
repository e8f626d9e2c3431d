# SPDX-License-Identifier: Apache-2.0
# Formula of Homebrew for a checkout: brew install --HEAD libskein/packaging/homebrew/libskein.rb
# A tap gives `url` and `sha256` of a release in place of `head`.
class Libskein < Formula
  desc "Hash function family Skein and its block cipher Threefish"
  license "Apache-2.0"
  head "file://#{File.expand_path("../../..", __dir__)}", using: :git, branch: "main"

  depends_on "cmake" => :build
  depends_on "openssl@3" => :optional

  def install
    arguments = %w[-DSKEIN_BUILD_TESTS=OFF -DSKEIN_BUILD_BENCHMARK=OFF]
    arguments << "-DSKEIN_BUILD_OPENSSL_PROVIDER=ON" if build.with? "openssl@3"
    system "cmake", "-S", "libskein", "-B", "build", *arguments, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"abc").write "abc"
    expected = "8f5dd9ec798152668e35129496b029a960c9a9b88662f7f9482f110b31f9f93893ecfb25c009baad9e46737197d5630379816a886aa05526d3a70df272d96e75"
    assert_equal "#{expected}  abc\n", shell_output("#{bin}/skeinsum abc")
  end
end
